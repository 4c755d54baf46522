import type { EthereumMethod } from './method.ts'

export const ethChainId: EthereumMethod = async ({ ethereum }, { selected }) =>
  `0x${(await ethereum()).currentOf(selected).toString(16)}`

export const netVersion: EthereumMethod = async ({ ethereum }, { selected }) =>
  String((await ethereum()).currentOf(selected))
