import { INSTANCE_OPTIONS } from '@vitrine/shared/config/instance-options.ts'
import { fundWalletArgument } from '@vitrine/shared/funding/fund-wallet.ts'
import { expect, it, test, vi } from 'vitest'
import { explainUnknown } from './explain-unknown.ts'
import { checkHostOptions } from './host-options-check.ts'
import { tellUnknown } from './tell-unknown.ts'

const explain = async (config: object, given: unknown = INSTANCE_OPTIONS) =>
  (await explainUnknown(checkHostOptions(config).warnings, given)).map(({ message }) => message)

test.each<[object, string]>([
  [{ loginMethodz: [] }, 'config.loginMethodz: there is no such option. Did you mean config.loginMethods?'],
  [
    { appearance: { themee: 'dark' } },
    'config.appearance.themee: there is no such option. Did you mean config.appearance.theme?',
  ],
  [
    { embeddedWallets: { ethereum: { createOnLogn: 'off' } } },
    'config.embeddedWallets.ethereum.createOnLogn: there is no such option. Did you mean config.embeddedWallets.ethereum.createOnLogin?',
  ],
  [{ theme: 'dark' }, 'config.theme: there is no such option. Did you mean config.appearance.theme?'],
  [{ carrierPigeons: true }, 'config.carrierPigeons: there is no such option.'],
])('%j is told with the option that was meant', async (config, message) => {
  expect(await explain(config)).toEqual([message])
})

it('tells of options beside `config`, too', async () => {
  expect(await explain({}, [...INSTANCE_OPTIONS, 'lokale', 'loginMethods', 'zzzzzzzz'])).toEqual([
    'lokale: there is no such option. Did you mean locale?',
    'loginMethods: there is no such option. Did you mean config.loginMethods?',
    'zzzzzzzz: there is no such option.',
  ])
})

it('tells of the script tag’s attributes, and leaves those alone that nobody meant for it', async () => {
  const given = ['appId', 'eip6963', 'walletStandard', 'config', 'tag']
  expect(await explain({}, given)).toEqual([])
  expect(await explain({}, [...given, 'acentColor', 'appid', 'nscript', 'cfasync'])).toEqual([
    'data-acent-color: there is no such attribute. Did you mean data-accent-color?',
    'data-appid: there is no such attribute. Did you mean data-app-id?',
  ])
})

it('leaves what it does not know of alone: an older script names nothing', async () => {
  for (const given of [undefined, [], {}, 'appId']) expect(await explain({}, given)).toEqual([])
})

it('tells of a call’s options, and of none where all are known', async () => {
  const emit = vi.fn()
  const options = { amount: '1', uiConfig: { landing: { titel: 'Fund' } }, carrier: 'pigeon' }
  tellUnknown({ emit }, 'fundWallet', fundWalletArgument, { address: '0x', options })
  await vi.waitFor(() => expect(emit).toHaveBeenCalledTimes(2))
  expect(emit.mock.calls).toEqual(
    [
      'fundWallet: there is no option options.uiConfig.landing.titel. Did you mean options.uiConfig.landing.title?',
      'fundWallet: there is no option options.carrier.',
    ].map(message => ['configWarning', { message }]),
  )
  tellUnknown({ emit }, 'fundWallet', fundWalletArgument, { address: '0x', options: { amount: '1' } })
  expect(emit).toHaveBeenCalledTimes(2)
})
