import type { SignedAuthorization, Verifier } from '../clients/verifier.ts'
import { configuredChain, ETHER } from '../fixtures/anvil.ts'
import { bundle } from '../fixtures/bundle.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { expect, test } from '../fixtures/on-anvil.ts'
import { withOwnApp } from '../fixtures/own-app.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = {
  domain: { name: 'Token', version: '1', chainId: 31_337, verifyingContract: TO },
  types: {
    Order: [
      { name: 'buyer', type: 'address' },
      { name: 'prices', type: 'uint256[]' },
      { name: 'note', type: 'string' },
    ],
  },
  primaryType: 'Order',
  message: { buyer: TO, prices: ['1', '2'], note: 'Grüße, 世界' },
} as const

for (const [name, mode] of [
  ['at the server', 'user-controlled-server-wallets-only'],
  ['on the device', 'legacy-embedded-wallets-only'],
] as const)
  test(`with keys ${name}, what is created signs everything, and the page’s own library agrees`, async ({
    context,
    shop,
    address,
  }) => {
    // Seven approvals, each of which stays closed for a moment.
    test.slow()
    const app = await withOwnApp(shop.stack, {
      chains: [configuredChain(shop.anvil)],
      embedded_wallet_config: { mode, ethereum: { create_on_login: 'off' } },
    })
    const script = (await bundle('clients/verifier.ts')).replaceAll('</script', '<\\/script')
    const host = await HostPage.open(context, app, { body: `<script>${script}</script>` })
    await host.ready()
    const approved = async <T>(method: string, ...args: unknown[]): Promise<T> => {
      const asking = host.call<T>(method, ...args)
      await host.approve()
      const outcome = await asking
      if (!outcome.ok) throw new Error(`${method}: ${outcome.error.message}`)
      return outcome.value
    }
    const verified = <M extends keyof Verifier>(method: M, ...args: Parameters<Verifier[M]>) =>
      host.page.evaluate(`window.verifier.${method}(...${JSON.stringify(args)})`) as Promise<
        Awaited<ReturnType<Verifier[M]>>
      >

    const { user } = await host.logIn(address)
    expect(user.wallet).toBeUndefined()
    const created = await host.call<{ address: `0x${string}` }>('createWallet')
    if (!created.ok) throw new Error(created.error.message)
    const account = created.value.address
    await shop.anvil.fund(account, 5n * ETHER)

    await test.step('sign-message', async () => {
      const { signature } = await approved<{ signature: string }>('signMessage', { message: 'Grüße, 世界' })
      expect(await verified('message', 'Grüße, 世界', signature)).toBe(account)
    })
    await test.step('sign-typed-data', async () => {
      const { signature } = await approved<{ signature: string }>('signTypedData', typedData)
      expect(await verified('typedData', typedData as never, signature)).toBe(account)
    })
    await test.step('sign-transaction', async () => {
      const request = { to: TO, value: String(ETHER) }
      const { signedTransaction } = await approved<{ signedTransaction: string }>('signTransaction', request)
      expect(await verified('transaction', signedTransaction)).toEqual({
        from: account,
        value: String(ETHER),
      })
    })
    await test.step('send-transaction', async () => {
      const { hash } = await approved<{ hash: string }>('sendTransaction', { to: TO, value: String(ETHER) })
      expect(await verified('sent', hash)).toEqual({ from: account, hash })
    })
    await test.step('send-calls', async () => {
      const calls = [1, 2].map(value => ({ to: TO, value: `0x${value}` }))
      const { id } = await approved<{ id: string }>('ethereum.request', {
        method: 'wallet_sendCalls',
        params: [{ version: '2.0.0', chainId: '0x7a69', from: account, atomicRequired: false, calls }],
      })
      let receipts: readonly { transactionHash: string }[] = []
      // The batch is confirmed (EIP-5792, status 200) once each of its transactions is.
      await expect
        .poll(async () => {
          const status = await host.call<{ status: number; receipts: typeof receipts }>('ethereum.request', {
            method: 'wallet_getCallsStatus',
            params: [id],
          })
          if (!status.ok) throw new Error(status.error.message)
          receipts = status.value.receipts
          return status.value.status
        })
        .toBe(200)
      expect(receipts).toHaveLength(2)
      for (const { transactionHash: hash } of receipts)
        expect(await verified('sent', hash)).toEqual({ from: account, hash })
    })
    await test.step('sign-authorization, and the transaction that carries it', async () => {
      const authorization = await approved<SignedAuthorization>('ethereum.request', {
        method: 'eth_sign7702Authorization',
        params: [{ address: TO, executor: 'self' }],
      })
      expect(await verified('authorization', authorization)).toBe(account)
      const hash = await approved<string>('ethereum.request', {
        method: 'eth_sendTransaction',
        params: [{ from: account, to: TO, authorizationList: [authorization] }],
      })
      await shop.anvil.mined(hash)
      expect(await shop.anvil.request('eth_getCode', [account, 'latest'])).toBe(
        `0xef0100${TO.slice(2).toLowerCase()}`,
      )
    })
  })
