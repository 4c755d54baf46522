import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { identityThumbprint, isStatementOf, type SignerStatement } from '@vitrine/shared/signer/statement.ts'
import { requirePinnedBuild } from './pinned-build.ts'

type OwnWords<S> = S extends unknown ? Omit<S, 'origin'> : never

/** The server's signer process as the frame knows it: by its key, whoever relays what it says. */
export interface SignerIdentity {
  /**
   * What devices encrypt proofs of logins to, base64url.
   * @throws VitrineError `configuration_error`: the document names one that the signer's identity has not signed
   */
  recipient(): Promise<string>
  /** Whether the signer said this, for this wallet origin. */
  vouches(words: OwnWords<SignerStatement>, signature: string): Promise<boolean>
  /**
   * That the identity is one of those that the page pins, and the document of one of the builds.
   * @param pins thumbprints (RFC 7638), with spaces between; `undefined`: any
   * @param builds see `requirePinnedBuild`; `undefined`: any
   * @throws VitrineError `configuration_error`
   */
  requirePinned(pins: string | undefined, builds: string | undefined): Promise<void>
}

/**
 * @param origin the wallet origin
 * @param build of the document, see `FrameBoot`
 */
export function createSignerIdentity(origin: string, keys: SignerKeys, build?: string): SignerIdentity {
  const vouches: SignerIdentity['vouches'] = (words, signature) =>
    isStatementOf(keys.identity, { ...words, origin } as SignerStatement, signature)
  const recipient = async () => {
    const { recipient: key, signature } = keys
    if (await vouches({ kind: 'recipient', recipient: key }, signature)) return key
    throw clientError(
      'configuration_error',
      `The signer of ${origin} has not signed the key that logins are encrypted to. Nothing was sent: tell the wallet's operator.`,
    )
  }
  return {
    recipient,
    vouches,
    async requirePinned(pins, builds) {
      if (builds !== undefined) requirePinnedBuild(origin, build, builds)
      if (pins === undefined) return
      const thumbprint = await identityThumbprint(keys.identity)
      if (!pins.split(/\s+/).includes(thumbprint))
        throw clientError(
          'configuration_error',
          `This page pins another signer than that of ${origin}, whose key is ${thumbprint}. Ask the wallet's operator what \`npm run vitrine -- signer-key\` prints there, and put that alone into data-signer (signer).`,
        )
      // Else a document could name the pinned identity, and a key of its own beside it.
      await recipient()
    },
  }
}
