// @vitest-environment jsdom

import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { EthereumNetworks, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { createWatchedAssets } from '../../chains/ethereum/watched-assets.ts'
import { click, control, mountScreens, until, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { type TokensEvent, type TokensState, tokensMachine } from './tokens-flow.ts'

const COIN: WatchedAsset = {
  chainId: 1,
  owner: wallet.address as `0x${string}`,
  standard: 'ERC20',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  tokenId: null,
  symbol: 'TUSD',
  decimals: 6,
}
const UNREACHED: WatchedAsset = { ...COIN, chainId: 99, symbol: 'FAR' }

describe('in the account', () => {
  useBrowser()

  async function open(...assets: WatchedAsset[]) {
    let text = JSON.stringify(assets)
    const kept = createWatchedAssets({
      read: () => text,
      write(next) {
        text = next
      },
      onChange: () => {},
    })
    const network = fakeNetwork({
      tokens: { [COIN.address]: { symbol: 'TUSD', decimals: 6, balance: 2_500_000n } },
    })
    const kernel = fakeKernel({ ethereum: async () => ({ ...fakeNetworks(network), assets: kept }) })
    kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
    // Ahead, so that showing it takes no time.
    await import('./screen.tsx')
    await mountScreens(kernel)
    await act(async () => kernel.show({ id: '1', kind: 'account' }))
    await until(() => expect(document.body.textContent).toContain(say('account.wallets')))
    return { kept }
  }
  const text = () => document.body.textContent

  it('each token stands with its balance, its chain and its wallet; one that no node tells is called unknown', async () => {
    await open(COIN, UNREACHED)
    await until(() => expect(text()).toContain('2.5 TUSD'))
    expect(text()).toContain('Ethereum · 0x71C…976F')
    expect(text()).toContain(say('asset.balanceUnknown'))
  })

  it('a token goes when the person does not want it any more, and the others keep their balances', async () => {
    const { kept } = await open(COIN, UNREACHED)
    await until(() => expect(text()).toContain('2.5 TUSD'))
    await click(control('button', say('asset.remove', { token: 'FAR' })))
    expect(kept.all.get()).toEqual([COIN])
    expect(text()).toContain('2.5 TUSD')
    await click(control('button', say('asset.remove', { token: 'TUSD' })))
    expect(text()).not.toContain(say('asset.list'))
  })

  it('without tokens there is no heading', async () => {
    await open()
    expect(text()).not.toContain(say('asset.list'))
  })
})

describe('the flow', () => {
  const networks = {} as EthereumNetworks
  const loading: TokensState = { status: 'loading', attempt: 1 }
  const ready: TokensState = { status: 'ready', attempt: 2, networks, balances: new Map() }
  const absent: TokensState = { status: 'absent', attempt: 1 }
  const balances = new Map([['key', 1n]])
  it.each<[string, TokensState, TokensEvent, TokensState, number]>([
    ['starts once', tokensMachine.initial, { type: 'start' }, loading, 1],
    ['does not start again', loading, { type: 'start' }, loading, 0],
    ['reads what is there', loading, { type: 'loaded', attempt: 1, networks }, ready, 1],
    ['drops a late list', ready, { type: 'loaded', attempt: 1, networks }, ready, 0],
    ['does without a list', loading, { type: 'absent', attempt: 1 }, absent, 0],
    ['keeps a list', ready, { type: 'absent', attempt: 2 }, ready, 0],
    ['shows balances', ready, { type: 'read', attempt: 2, balances }, { ...ready, balances }, 0],
    ['drops late balances', ready, { type: 'read', attempt: 1, balances }, ready, 0],
    ['takes no balances without a list', loading, { type: 'read', attempt: 1, balances }, loading, 0],
    ['takes no list after none', absent, { type: 'loaded', attempt: 1, networks }, absent, 0],
    ['takes no balances after none', absent, { type: 'read', attempt: 1, balances }, absent, 0],
    ['stays without', absent, { type: 'start' }, absent, 0],
    ['stays absent', absent, { type: 'absent', attempt: 1 }, absent, 0],
    ['stays ready', ready, { type: 'start' }, ready, 0],
  ])('%s', (_, state, event, next, effects) => {
    const [after, asked] = tokensMachine.reduce(state, event)
    expect(after).toEqual(next)
    expect(asked).toHaveLength(effects)
  })
})
