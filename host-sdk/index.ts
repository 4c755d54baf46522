import { connectFrame } from '@vitrine/shared/bridge/host.ts'
;(window as unknown as Record<string, unknown>).vitrine = connectFrame
