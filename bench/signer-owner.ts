import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { authorizeRequest, createDevice } from './dpop-device.ts'
import type { Lab } from './lab.ts'
import { openSignerSocket, type SignerSocket } from './signer-socket.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ORIGIN = 'https://wallet.example'
const APP_ID = 'app_bench'

/** Somebody whose device the signer knows, with nothing but the signer process before them. */
export interface SignerOwner {
  readonly signer: SignerSocket
  /** @returns a maker of `walletRpc` requests for the new wallet's key, each signed by the device */
  createWallet(chainType: 'ethereum' | 'solana'): Promise<(body: object) => object>
}

/** Starts a signer process and logs a guest in to it. */
export async function startSignerOwner(lab: Lab): Promise<SignerOwner> {
  const signer = await startSigner(lab)
  const phone = await createDevice()
  const { recipient } = (await signer.call('readPublicKeys', {})) as { readonly recipient: string }
  const secret = randomBytes(32).toString('base64url')
  const subject = createHash('sha256').update(secret).digest('base64url')
  const identity = { type: 'guest', subject }
  const belonging = {
    purpose: 'login',
    appId: APP_ID,
    identity,
    userId: null,
    device: phone.thumbprint,
  } as const
  const proof = {
    type: 'secret',
    appId: APP_ID,
    subject,
    credential: await sealSecret(recipient, belonging, secret),
  }
  const authorize = (path: string, body: object) =>
    authorizeRequest(phone, APP_ID, `${ORIGIN}/api/v1${path}`, body)
  const login = (await signer.call('verifyLogin', {
    proof,
    account: null,
    publicKey: phone.publicKey,
    authorization: authorize('/guest/authenticate', { credential: proof.credential }),
    link: null,
  })) as { readonly userId: string; readonly device: { readonly publicKey: string; readonly seal: string } }
  const { publicKey, seal } = login.device
  const known = { userId: login.userId, appId: APP_ID, device: { publicKey, seal } }

  return {
    signer,
    async createWallet(chainType) {
      const { device, ...owner } = known
      const key = { walletId: `wallet_${chainType}`, ...owner, chainType }
      const authorization = authorize('/wallets', { chain_type: chainType, owner: { public_key: publicKey } })
      const { sealed: entropySalt } = (await signer.call('makeEntropySalt', {})) as {
        readonly sealed: string
      }
      const request = { ...key, walletIndex: 0, sealedEntropy: null, entropySalt, device, authorization }
      const made = await signer.call('createWallet', request)
      const { address, sealedKey } = made as { readonly address: string; readonly sealedKey: string }
      const wallet = { ...key, address, sealedKey }
      return body => ({ wallet, device, authorization: authorize(`/wallets/${key.walletId}/rpc`, body) })
    },
  }
}

/** The signer in a process of its own, as its supervisor starts it. */
async function startSigner(lab: Lab): Promise<SignerSocket> {
  const socket = join(await temporaryFolder(lab), 'signer')
  const parent = new URL('../auth-server/signer/testing/parent.mts', import.meta.url).pathname
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', parent, socket, ORIGIN, randomBytes(32).toString('hex')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const exited = once(child, 'exit')
  // It prints when the signer listens, and ends the signer and itself when nobody speaks to it any more.
  const listening = Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => {
      throw new Error('The signer did not start.')
    }),
  ])
  await lab.keep(listening, async () => {
    child.stdin.end()
    await exited
  })
  return lab.keep(openSignerSocket(socket), async opened => opened.close())
}
