import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { keyIntoPhantom } from '@vitrine/shared/wallet/testing/import-elsewhere.ts'
import { Wallet as EthersWallet, getBytes } from 'ethers'
import { type Hex, verifyMessage } from 'viem'
import { keySpellings, listenForCanaries } from '../fixtures/canaries.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { RECORD_MESSAGES } from '../fixtures/secret-watch.ts'
import { openExport, type PublicWallet, shownSecret } from '../fixtures/secrets-document.ts'
import { root } from '../fixtures/server-process.ts'
import type { Stack } from '../fixtures/stack.ts'
import { expect, test } from '../fixtures/test.ts'

/** `npm run vitrine -- wallets import`, as an operator runs it beside their server. */
async function importFile(app: Stack, lines: readonly (object | string)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-batch-'))
  const file = join(folder, 'wallets.jsonl')
  await writeFile(file, lines.map(it => (typeof it === 'string' ? it : JSON.stringify(it))).join('\n'))
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/vitrine.mjs', 'wallets', 'import', app.app.id, file], {
    cwd: root,
    env: {
      ...{ PATH, HOME, VITRINE_DEV: '1', VITRINE_ORIGIN: app.wallet.origin },
      ...{ VITRINE_PORT: `${app.wallet.port}`, VITRINE_DATA_DIR: app.demo.VITRINE_DATA_DIR },
    },
  })
  child.stdin.end(`${app.app.secret}\n`)
  const [printed, problems, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  await rm(folder, { recursive: true })
  return { lines: printed.trimEnd().split('\n'), problems, exitCode }
}

/** As the site's backend does it by HTTP. */
async function importByHttp(
  { wallet, app }: Stack,
  secret: string,
  owner: object,
  key: Pick<EthersWallet, 'address' | 'privateKey'>,
) {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${wallet.origin}/api/v1/wallets/import${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${app.id}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const begun = await post('/key')
  if (begun.status !== 200) return begun
  const context = { info: new TextEncoder().encode(JSON.stringify(owner)), aad: new Uint8Array() }
  const sealed = await sealKey(begun.body.encryption_public_key, getBytes(key.privateKey), context)
  const kind = { chain_type: 'ethereum', entropy_type: 'private-key', encryption_type: 'HPKE' }
  const wallets = [{ owner, wallet: { address: key.address, ...kind, ...sealed } }]
  return post('', { import_id: begun.body.import_id, wallets })
}

test('a person’s first login finds the wallets that an operator brought: by the command and by HTTP', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, {})
  const other = await withOwnApp(stack, {})
  const owner = { subject: address, type: 'email' }
  const [ethereum, solana] = [EthersWallet.createRandom(), Keypair.generate()]
  const solanaAddress = solana.publicKey.toBase58()
  const good = { owner, chain_type: 'solana', private_key: base58.encode(solana.secretKey) }
  const wrong = { ...good, address: Keypair.generate().publicKey.toBase58() }

  const first = await importFile(app, [JSON.stringify(good).slice(0, 90), wrong, good, good])
  expect(first.exitCode).toBe(1)
  expect(first.lines).toEqual([
    '1  -  failed: The line is not valid JSON.',
    '2  -  failed: This key is of another address. Check the address and the key.',
    `3  ${solanaAddress}  waiting`,
    `4  ${solanaAddress}  waiting`,
  ])
  expect(first.problems).toContain('0 imported, 2 waiting for a first login, 2 failed. Correct those lines')
  const again = await importFile(app, [good])
  expect([again.exitCode, again.lines]).toEqual([
    0,
    [`1  ${solanaAddress}  waiting`, '0 imported, 1 waiting for a first login, 0 failed.'],
  ])

  const refused = await importByHttp(app, other.app.secret, owner, ethereum)
  expect([refused.status, refused.body.error]).toEqual([401, expect.stringMatching(/^\p{Lu}.*\.$/u)])
  expect(await importByHttp(app, app.app.secret, owner, ethereum)).toMatchObject({
    status: 200,
    body: { results: [{ ok: true, user_id: null, status: 'waiting' }] },
  })

  const page = await context.newPage()
  const canaries = listenForCanaries(page)
  const host = await (await HostPage.open(context, app, { page, initScript: RECORD_MESSAGES })).ready()
  await host.logIn(address)
  const state = await host.evaluate<PublicWallet[]>('return vitrine.state.wallets')
  const brought = [ethereum.address, solanaAddress].map(it =>
    expect.objectContaining({ address: it, walletIndex: null, imported: true }),
  )
  expect(state.ok && state.value).toHaveLength(2)
  expect(state.ok && state.value).toEqual(expect.arrayContaining(brought))

  const signed = await host.sign('brought by the operator')
  if (!signed.ok) throw new Error(signed.error.message)
  const { signature } = signed.value
  const message = 'brought by the operator'
  expect(await verifyMessage({ address: ethereum.address as Hex, message, signature })).toBe(true)

  const exporting = await openExport(host, 'export.key', address, ethereum.address)
  expect(await shownSecret(exporting.secrets, 'secret.key')).toBe(ethereum.privateKey)
  expect(await exporting.close()).toMatchObject({ ok: true })
  const second = await openExport(host, 'export.key', address, solanaAddress)
  expect(await keyIntoPhantom(await shownSecret(second.secrets, 'secret.key'))).toBe(solanaAddress)
  expect(await second.close()).toMatchObject({ ok: true })

  const spellings = [
    ...keySpellings('Ethereum key', getBytes(ethereum.privateKey)),
    ...keySpellings('Solana key', solana.secretKey),
    ...keySpellings('Solana seed', solana.secretKey.slice(0, 32)),
  ]
  expect(await canaries.find(stack, spellings)).toEqual([])
  const printed = [first, again].flatMap(({ lines, problems }) => [...lines, problems]).join('\n')
  for (const [what, key] of spellings) expect([what, printed.includes(key)]).toEqual([what, false])
})
