/** EIP-5792, "Error Codes". */
export const CALLS_CODE = {
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownId: 5730,
  tooLarge: 5740,
  atomicityUnsupported: 5760,
} as const

/** EIP-5792: 4,096 bytes as hex. */
export const MAX_ID_LENGTH = 8_194
