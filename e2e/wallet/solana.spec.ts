import { ed25519 } from '@noble/curves/ed25519.js'
import type { BrowserContext, Page } from '@playwright/test'
import { Keypair, NONCE_ACCOUNT_LENGTH, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { HANG_UP, type LitesvmNode } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import type { SolanaDapp, Transfer } from '../clients/solana.ts'
import { bundle } from '../fixtures/bundle.ts'
import { HostPage, type HostPageOptions } from '../fixtures/host-page.ts'
import { balanceOf, endpointOf, fund, SOL, withLitesvm } from '../fixtures/litesvm.ts'
import { withoutVisibility } from '../fixtures/on-anvil.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'

interface Solana {
  readonly stack: Stack
  readonly node: LitesvmNode
}

async function startSolana(stack: Stack, config?: object) {
  const solana = await withLitesvm(stack, config)
  return { ...solana, stop: solana.node.stop }
}

const test = base.extend<{ solana: Solana; solanaOnDevice: Solana }>({
  solana: async ({ stack, keep }, use) => {
    await use(await keep('solana', () => startSolana(stack)))
  },
  solanaOnDevice: async ({ stack, keep }, use) => {
    const embedded_wallet_config = {
      mode: 'legacy-embedded-wallets-only',
      solana: { create_on_login: 'users-without-wallets' },
    }
    await use(await keep('solana on the device', () => startSolana(stack, { embedded_wallet_config })))
  },
})

const call = <M extends keyof SolanaDapp>(page: Page, method: M, ...args: unknown[]) => {
  const outcome = page.evaluate(`window.dapp.${method}(...${JSON.stringify(args)})`) as Promise<
    Awaited<ReturnType<SolanaDapp[M]>>
  >
  // It may wait for a person while the test closes the page; a test that cares awaits it.
  outcome.catch(() => undefined)
  return outcome
}

const stranger = () => Keypair.generate().publicKey.toBase58()
const transfer = (lamports: number, to = stranger(), version: Transfer['version'] = 0): Transfer => ({
  version,
  to,
  lamports,
})

/** A dapp's page with the person logged in, connected, and 5 SOL in their wallet. */
async function connected(
  context: BrowserContext,
  { stack, node }: Solana,
  address: string,
  options: HostPageOptions = {},
) {
  const script = (await bundle('clients/solana.ts')).replaceAll('</script', '<\\/script')
  const host = await HostPage.open(context, stack, { body: `<script>${script}</script>`, ...options })
  await host.ready()
  // Connecting logs in and has the wallet made.
  const connecting = call(host.page, 'connect', endpointOf(node))
  await host.code.fill(await host.askForCode(address))
  const wallet = await connecting
  fund(node, wallet, 5 * SOL)
  return { host, page: host.page, wallet }
}

const RUNS = [
  { name: 'keys at the server, legacy', mode: 'solana', version: 'legacy' },
  { name: 'keys on the device, version 0', mode: 'solanaOnDevice', version: 0 },
] as const
for (const { name, mode, version } of RUNS)
  test(`wallet-adapter and web3.js, unmodified, sign and send: ${name}`, async ({
    context,
    solana: atServer,
    solanaOnDevice,
    address,
  }) => {
    const solana = { solana: atServer, solanaOnDevice }[mode]
    const { host, page } = await connected(context, solana, address)
    const to = stranger()

    const message = call(page, 'signMessage', 'Grüße, 世界')
    await expect(host.frame.getByText('Grüße, 世界')).toBeVisible()
    await host.approve()
    expect(await message).toBe(true)

    const signIn = call(page, 'signIn', { statement: 'Welcome', nonce: 'oBbLoEldZs' })
    await host.approve()
    const signedIn = await signIn
    expect(signedIn.isGood).toBe(true)
    expect(signedIn.text).toContain(
      `${new URL(host.url).host} wants you to sign in with your Solana account:`,
    )

    const signing = call(page, 'signTransactions', [
      transfer(SOL, to, version),
      transfer(2 * SOL, to, version),
    ])
    await host.approve()
    expect(await signing).toEqual([true, true])
    expect(balanceOf(solana.node, to)).toBe(0)

    const sending = call(page, 'send', transfer(SOL, to, version))
    await expect(host.frame.getByText('−1 SOL', { exact: true }).first()).toBeVisible()
    await host.approve()
    expect(await sending).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    expect(balanceOf(solana.node, to)).toBe(SOL)

    await call(page, 'disconnect')
    expect((await call(page, 'events')).map(([name]) => name)).toEqual(['connect', 'connect', 'disconnect'])
  })

test('registers with applications that start later too', async ({ context, solana, address }) => {
  const { page, wallet } = await connected(context, solana, address)
  await page.evaluate('delete window.dapp')
  await page.addScriptTag({ content: await bundle('clients/solana.ts') })
  expect(await call(page, 'connect', endpointOf(solana.node))).toBe(wallet)
})

for (const [name, mode] of [
  ['keys at the server', 'solana'],
  ['keys on the device', 'solanaOnDevice'],
] as const)
  test(`kit, unmodified, signs and sends every version: ${name}`, async ({
    context,
    solana: atServer,
    solanaOnDevice,
    address,
  }) => {
    const solana = { solana: atServer, solanaOnDevice }[mode]
    const { host, page, wallet } = await connected(context, solana, address)
    const to = stranger()
    for (const [version, sum] of [
      ['legacy', SOL],
      [0, 2 * SOL],
      [1, 3 * SOL],
    ] as const) {
      const sending = call(page, 'sendByKit', transfer(SOL, to, version))
      await expect(host.frame.getByText('−1 SOL', { exact: true }).first()).toBeVisible()
      await host.approve()
      expect(await sending).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
      expect(balanceOf(solana.node, to)).toBe(sum)
    }
    // Three signatures, and what version 1 states as its priority fee.
    expect(balanceOf(solana.node, wallet)).toBe(2 * SOL - 3 * 5_000 - 1_000)
  })

test('the wallet itself sends and follows a version 1 transaction', async ({ context, solana, address }) => {
  const { host, page } = await connected(context, solana, address)
  const to = stranger()
  const sending = call(page, 'sendByWallet', transfer(SOL, to, 1))
  await host.approve()
  expect(await sending).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  expect(balanceOf(solana.node, to)).toBe(SOL)
})

test('Reject ends the call in the words that libraries match, and nothing is signed', async ({
  context,
  solana,
  address,
}) => {
  const { host, page } = await connected(context, solana, address)
  const to = stranger()
  for (const ask of [
    () => call(page, 'send', transfer(SOL, to)),
    () => call(page, 'signTransactions', [transfer(SOL, to)]),
    () => call(page, 'signMessage', 'Sign in'),
    () => call(page, 'signIn', {}),
    () => call(page, 'sendByKit', transfer(SOL, to)),
  ]) {
    const asking = ask().then(
      () => 'not rejected',
      (error: Error) => error.message,
    )
    await host.button('Reject').click()
    expect(await asking).toContain('User rejected the request')
  }
  expect(balanceOf(solana.node, to)).toBe(0)
})

test('where the browser cannot tell what covers the frame, a window approves, with keys on the device too', async ({
  context,
  solanaOnDevice,
  address,
}) => {
  await context.addInitScript(withoutVisibility)
  const { host, page } = await connected(context, solanaOnDevice, address)
  const to = stranger()
  const sending = call(page, 'send', transfer(SOL, to))
  const [popup] = await Promise.all([page.waitForEvent('popup'), host.button('Open wallet').click()])
  expect(new URL(popup.url()).origin).toBe(solanaOnDevice.stack.wallet.origin)
  await expect(popup.getByText('−1 SOL', { exact: true }).first()).toBeVisible()
  await popup.getByRole('button', { name: 'Approve', exact: true }).click()
  await sending
  expect(balanceOf(solanaOnDevice.node, to)).toBe(SOL)
})

test('several at once are shown one after another, each with the asking origin', async ({
  context,
  solana,
  address,
}) => {
  const { host, page } = await connected(context, solana, address)
  const messages = ['the first', 'the second']
  const signing = messages.map(message => call(page, 'signMessage', message))
  const dialog = host.frame.getByRole('dialog')
  for (const [index, message] of messages.entries()) {
    await expect(dialog).toContainText(message)
    await expect(dialog).toContainText(new URL(host.url).host)
    await host.approve()
    expect(await signing[index]).toBe(true)
  }
})

test('more than there is cannot be approved, and the page is told', async ({ context, solana, address }) => {
  const { host } = await connected(context, solana, address)
  const outcome = host.evaluate(
    `return await dapp.send(args[0]).then(() => 'sent', error => error.error?.code)`,
    [transfer(50 * SOL)],
  )
  await expect(host.alert).toContainText(/doesn’t have enough/)
  await expect(host.button('Approve')).toBeDisabled()
  await host.button('Reject').click()
  expect(await outcome).toEqual({ ok: true, value: 'insufficient_balance' })
})

test('a node that is away is told plainly, and Try again goes on when it is back', async ({
  context,
  solana,
  address,
}) => {
  const { host, page } = await connected(context, solana, address)
  const to = stranger()
  solana.node.intercept = method => (method === 'simulateTransaction' ? HANG_UP : undefined)
  const sending = call(page, 'send', transfer(SOL, to))
  await expect(host.alert).toContainText(/cannot be reached/)
  solana.node.intercept = null
  await host.button('Try again').click()
  await host.approve()
  await sending
  expect(balanceOf(solana.node, to)).toBe(SOL)
})

test('the node’s socket tells how a transaction goes on', async ({ context, solana, address }) => {
  const { host, page } = await connected(context, solana, address)
  const asked = () => solana.node.asked.filter(method => method === 'signatureSubscribe').length
  const before = asked()
  const to = stranger()
  // Taken and not known yet, so that the wallet waits for news.
  let isKnown = false
  solana.node.intercept = method =>
    method === 'getSignatureStatuses' && !isKnown ? { value: [null] } : undefined
  const sending = call(page, 'send', transfer(SOL, to))
  await host.approve()
  await expect.poll(asked).toBeGreaterThan(before)
  isKnown = true
  solana.node.intercept = null
  await sending
  expect(balanceOf(solana.node, to)).toBe(SOL)
})

test('an attempt to take the wallet over is told before the buttons', async ({
  context,
  solana,
  address,
}) => {
  const { host, wallet } = await connected(context, solana, address)
  const self = new PublicKey(wallet)
  const thief = new PublicKey(stranger())
  const transaction = new Transaction({
    feePayer: self,
    recentBlockhash: solana.node.svm.latestBlockhash(),
  }).add(
    SystemProgram.allocate({ accountPubkey: self, space: NONCE_ACCOUNT_LENGTH }),
    SystemProgram.nonceInitialize({ noncePubkey: self, authorizedPubkey: thief }),
  )
  const bytes = transaction.serialize({ requireAllSignatures: false })
  const outcome = host.evaluate(
    `return await vitrine.solana.features['solana:signTransaction'].signTransaction({
      account: vitrine.solana.accounts[0], transaction: Uint8Array.from(args[0]),
    })`,
    [[...bytes]],
  )
  await expect(host.frame.getByText(/would own your wallet/)).toBeVisible()
  await expect(host.frame.getByText(/could never send or pay again/)).toBeVisible()
  await host.button('Reject').click()
  expect(await outcome).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
})

test('what was sent is followed after a reload until it is on chain', async ({
  context,
  solana,
  address,
}) => {
  const { host, page } = await connected(context, solana, address)
  const to = stranger()
  // The node takes the transaction and drops it, as a busy leader does.
  let taken = 0
  solana.node.intercept = method => {
    if (method !== 'sendTransaction') return undefined
    taken += 1
    return 'dropped'
  }
  void call(page, 'send', transfer(SOL, to))
  await host.approve()
  await expect.poll(() => taken).toBeGreaterThan(0)
  await page.reload()
  solana.node.intercept = null
  await host.ready()
  await expect.poll(() => balanceOf(solana.node, to), { timeout: 20_000 }).toBe(SOL)
})

test('the host’s own methods: another wallet, a message signed by address', async ({
  context,
  solana,
  address,
}) => {
  const { host, wallet } = await connected(context, solana, address)
  expect(await host.call('createWallet', { chainType: 'solana' })).toMatchObject({
    ok: false,
    error: { code: 'embedded_wallet_already_exists' },
  })
  const second = await host.call<{ address: string; walletIndex: number }>('createWallet', {
    chainType: 'solana',
    createAdditional: true,
  })
  if (!second.ok) throw new Error(second.error.message)
  expect(second.value).toMatchObject({ chainType: 'solana', walletIndex: 1 })
  expect(await host.evaluate('return vitrine.solana.accounts.map(it => it.address)')).toEqual({
    ok: true,
    value: [wallet, second.value.address],
  })

  const signing = host.call<{ signature: string }>(
    'signMessage',
    { message: 'by the second' },
    { address: second.value.address },
  )
  await host.approve()
  const signed = await signing
  if (!signed.ok) throw new Error(signed.error.message)
  const isGood = ed25519.verify(
    Buffer.from(signed.value.signature, 'base64'),
    new TextEncoder().encode('by the second'),
    new PublicKey(second.value.address).toBytes(),
  )
  expect(isGood).toBe(true)
})

test('what would deceive the person is refused without a screen', async ({ context, solana, address }) => {
  const { host, wallet } = await connected(context, solana, address)
  const transaction = new Transaction({
    feePayer: new PublicKey(wallet),
    recentBlockhash: solana.node.svm.latestBlockhash(),
  }).add(
    SystemProgram.transfer({
      fromPubkey: new PublicKey(wallet),
      toPubkey: new PublicKey(stranger()),
      lamports: SOL,
    }),
  )
  const attempts = [
    // A transaction as "just a message".
    ['signMessage', { message: [...transaction.serializeMessage()] }],
    ['signIn', { domain: 'bank.example' }],
    ['signIn', { uri: 'https://bank.example/login' }],
    ['signTransaction', { transaction: [1, 2, 3] }],
    ['signTransaction', { transaction: [...transaction.serializeMessage()] }],
  ] as const
  for (const [method, input] of attempts)
    expect(
      await host.evaluate(
        `const [method, input] = args
        const bytes = Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? Uint8Array.from(value) : value])
        return await vitrine.solana.features['solana:' + method][method]({
          ...(method !== 'signIn' && { account: vitrine.solana.accounts[0] }), ...Object.fromEntries(bytes),
        })`,
        [method, input],
      ),
    ).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^invalid_(message|data)$/) } })
  await expect(host.dialog).toBeHidden()
})

test('an app without Solana loads none of it', async ({ openHost }) => {
  const host = await openHost()
  expect(await host.evaluate('return typeof vitrine.solana')).toEqual({ ok: true, value: 'undefined' })
  const loaded = await host.page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter(name => name.includes('solana'))`,
  )
  expect(loaded).toEqual([])
})

/** The code that the frame has loaded. Its files have no names that say what is in them. */
const codeLoaded = (host: HostPage): Promise<string> =>
  host.walletFrame().evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = names.filter(name => new URL(name).pathname.endsWith('.js'))
    const texts = await Promise.all(files.map(async file => (await fetch(file)).text()))
    return texts.join('\n')
  })
/** What only the code of Solana has in it. */
const SOLANA = 'getSignatureStatuses'

test('the screen of an Ethereum dapp’s page loads nothing of Solana’s', async ({ host, address }) => {
  await host.logIn(address)
  await host.sign('hello')
  const code = await codeLoaded(host)
  expect(code).toContain('/passwordless')
  expect(code).not.toContain(SOLANA)
})
