import { SYSTEM } from './programs.ts'

/** `SystemInstruction::AdvanceNonceAccount`, a 32-bit little-endian number at the beginning of the data. */
export const ADVANCE_NONCE = 4

/**
 * Whether a transaction that begins with this instruction has a durable nonce in the place of a blockhash. Asked as the
 * runtime asks: by program and number alone, whatever else of the instruction can be read.
 */
export function advancesNonce(program: string, data: Uint8Array): boolean {
  if (program !== SYSTEM || data.length < 4) return false
  const { buffer, byteOffset } = data
  return new DataView(buffer, byteOffset).getUint32(0, true) === ADVANCE_NONCE
}
