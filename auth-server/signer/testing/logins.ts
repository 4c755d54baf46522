import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import type { CodePurpose } from '@vitrine/shared/otp/code.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { Custody } from '../custody.ts'
import { issueCode } from '../issue-code.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { secretSubject } from '../secret-subject.ts'
import { payloadFor, type TestCustody } from './custody.ts'
import type { TestDevice } from './device.ts'

type Destination = Pick<SignerRequest<'issueCode'>, 'appId' | 'channel' | 'address'>
export type CodeProof = Extract<LoginProof, { type: 'code' }>

export const recipientOf = ({ keyring }: Custody): string =>
  Buffer.from(keyring.recipient.publicKey).toString('base64url')

/** A code that was sent, and what the database has of it. */
export interface SentCode {
  readonly code: string
  readonly issued: CodeProof['issued']
}

/** Has a code sent to an address, for a device. */
export async function sendTestCode(
  custody: TestCustody,
  { channel, ...destination }: Destination,
  device: Pick<TestDevice, 'thumbprint'>,
  {
    codeId = 'code_1',
    purpose = 'login',
    fixedCode,
    lastsMs = 600_000,
  }: { codeId?: string; purpose?: CodePurpose; fixedCode?: string; lastsMs?: number } = {},
): Promise<SentCode> {
  const lasting = { ...destination, channel, codeId, purpose, expiresAt: custody.now() + lastsMs }
  const carriage = { by: channel === 'email' ? 'mail' : 'text', appName: 'Shop', language: 'en' } as const
  const answer = await issueCode(custody, {
    ...lasting,
    device: device.thumbprint,
    carriage,
    ...(fixedCode && { fixedCode }),
  })
  if (!answer.ok) throw new Error(`not sent: ${answer.reason}`)
  const code = fixedCode ?? custody.sent.at(-1)?.code ?? ''
  return { code, issued: { ...lasting, test: fixedCode !== undefined, digest: answer.digest } }
}

/** A typed code as the device seals it. */
export async function codeProof(
  custody: Custody,
  { thumbprint }: Pick<TestDevice, 'thumbprint'>,
  { code, issued }: SentCode,
  change: Partial<SecretBelonging> = {},
): Promise<CodeProof> {
  const { appId, channel, address, purpose } = issued
  const identity = { type: channel === 'email' ? 'email' : 'phone', subject: address }
  const belonging = { purpose, appId, identity, userId: null, device: thumbprint, ...change }
  return { type: 'code', issued, code: await sealSecret(recipientOf(custody), belonging, code) }
}

/** A guest's credential as the device seals it. */
export async function secretProof(
  custody: Custody,
  { thumbprint: device }: Pick<TestDevice, 'thumbprint'>,
  credential: string,
  change: { readonly subject?: string; readonly belonging?: Partial<SecretBelonging> } = {},
): Promise<Extract<LoginProof, { type: 'secret' }>> {
  const { subject = secretSubject(credential) } = change
  const identity = { type: 'guest', subject }
  const belonging = {
    purpose: 'login',
    appId: 'app_1',
    identity,
    userId: null,
    device,
    ...change.belonging,
  } as const
  const sealed = await sealSecret(recipientOf(custody), belonging, credential)
  return { type: 'secret', appId: 'app_1', subject, credential: sealed }
}

/** What the API process asks of the signer with a proof in a request that the device signed. */
export function signedLogin(
  device: TestDevice,
  path: string,
  proof: LoginProof,
  {
    link = null,
    account = null,
    signer = device,
    payload = {},
    ...rest
  }: Partial<Omit<SignerRequest<'verifyLogin'>, 'proof' | 'authorization' | 'publicKey'>> & {
    readonly signer?: TestDevice
    readonly payload?: Parameters<typeof payloadFor>[3] & { readonly body?: unknown; readonly appId?: string }
  } = {},
): SignerRequest<'verifyLogin'> {
  const appId = proof.type === 'code' ? proof.issued.appId : proof.appId
  const {
    body = { proof, ...(link && { user_id: link.userId }) },
    appId: signedFor = appId,
    ...change
  } = payload
  const signed: AuthorizationPayload = payloadFor(signedFor, path, body, change)
  const authorization = { payload: signed, signature: signer.authorize(signed) }
  return { proof, account, link, publicKey: device.publicKey, authorization, ...rest }
}
