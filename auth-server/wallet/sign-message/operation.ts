import type { RpcOperation } from '../operation.ts'

export const signMessage = {
  kind: 'rpc',
  methods: ['personal_sign', 'signMessage'],
} as const satisfies RpcOperation
