import { serveFrame } from '@vitrine/shared/bridge/frame.ts'
import workerUrl from '../vault/worker.ts?worker&url'

console.log(serveFrame, workerUrl)
import('../ui/mount.tsx')
