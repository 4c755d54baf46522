/** What a sign-in message (EIP-4361, and its like on other chains) says about itself, read loosely. */
export interface LoginMessage {
  /** Host, with port if any; `null` when the first line is not in the standard form. */
  readonly domain: string | null
  readonly address: string | null
  readonly uri: string | null
}

const CLAIM = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+\S+\s+account/i
/** EIP-4361: `[ scheme "://" ] domain SP "wants you to sign in with your Ethereum account:"`. */
const FIRST_LINE = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:?$/i

/**
 * Reads a message as a login, or answers `null` when nothing in it says that it is one. Loose on purpose: a verifier may
 * be looser than the standard, so what looks like a login is judged as one.
 */
export function readLoginMessage(message: string): LoginMessage | null {
  if (!CLAIM.test(message)) return null
  const lines = message.split('\n').map(line => line.trim())
  const domain = lines[0]?.match(FIRST_LINE)?.[1] ?? null
  const uri =
    lines
      .find(line => /^URI:/i.test(line))
      ?.slice(4)
      .trim() ?? null
  return { domain, address: lines[1] || null, uri }
}
