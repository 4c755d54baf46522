/**
 * What protects the master key where it lies: a key that never leaves its owner, a KMS or an HSM. Asked once for each start.
 * Both throw `SettingsError` with a sentence when it cannot be asked, or refuses.
 */
export interface KeyWrapper {
  /** @param key the caller wipes it. @returns one line of text, which is no secret */
  wrap(key: Buffer): Promise<string>
  /** @returns what was wrapped; the caller wipes it */
  unwrap(wrapped: string): Promise<Buffer>
}
