import type { RpcOperation } from '../operation.ts'

export const signAuthorization = {
  kind: 'rpc',
  methods: ['eth_sign7702Authorization'],
} as const satisfies RpcOperation
