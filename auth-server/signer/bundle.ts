import { bundleProcesses } from '../processes/bundle.ts'

export const SIGNER_ENTRY = new URL('./process/main.ts', import.meta.url)

/** The signer's code and its libraries as one ES module: the process opens no other file, and can be forbidden to. */
export const bundleSigner = async (): Promise<Uint8Array> =>
  (await bundleProcesses({ signer: SIGNER_ENTRY })).signer
