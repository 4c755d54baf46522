import type { RpcOperation } from '../operation.ts'

export const signTypedData = {
  kind: 'rpc',
  methods: ['eth_signTypedData', 'eth_signTypedData_v4'],
} as const satisfies RpcOperation
