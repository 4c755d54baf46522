import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import type { SignerClient } from '../signer/operations.ts'

/** `signer-key`: the name of the signer's identity key, which a site may pin. It is no secret. */
export async function printSignerKey(signer: Pick<SignerClient, 'readPublicKeys'>): Promise<string> {
  const { identity } = await signer.readPublicKeys({})
  const thumbprint = await identityThumbprint(identity)
  return `signer  ${thumbprint}\n\nA site pins it by data-signer="${thumbprint}" on its script tag, or by createVitrine({ signer: '${thumbprint}', … }).`
}
