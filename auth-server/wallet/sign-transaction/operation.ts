import type { RpcOperation } from '../operation.ts'

export const signTransaction = {
  kind: 'rpc',
  methods: ['eth_signTransaction', 'signTransaction'],
} as const satisfies RpcOperation
