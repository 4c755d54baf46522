import { INSTANCE_OPTIONS } from '@vitrine/shared/config/instance-options.ts'
import { expect, it, test, vi } from 'vitest'
import { explainUnknown } from './explain-unknown.ts'
import { checkHostOptions } from './host-options-check.ts'
import { tellUnknownArgument } from './tell-unknown.ts'

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

it('leaves what it does not know of alone: an older script names nothing', async () => {
  for (const given of [undefined, [], {}, 'appId']) expect(await explain({}, given)).toEqual([])
})

test.each<[Parameters<typeof tellUnknownArgument>[1], unknown, string[]]>([
  [
    'login',
    { loginMethod: ['email'] },
    ['login: there is no option loginMethod. Did you mean loginMethods?'],
  ],
  ['link', { method: 'email', prefil: 'a' }, ['link: there is no option prefil. Did you mean prefill?']],
  ['openAccount', { scren: 'home' }, ['openAccount: there is no option scren. Did you mean screen?']],
  [
    'sendTransaction',
    { request: {}, adress: '0x' },
    ['sendTransaction: there is no option adress. Did you mean address?'],
  ],
  ['login', { loginMethods: ['email'] }, []],
  ['login', undefined, []],
  ['unlink', { type: 'email', address: 'a', verifiedAt: 1 }, []],
])('a call of %s with %j', async (method, argument, messages) => {
  const emit = vi.fn()
  tellUnknownArgument({ emit }, method, argument)
  await vi.waitFor(() => expect(emit).toHaveBeenCalledTimes(messages.length))
  expect(emit.mock.calls).toEqual(messages.map(message => ['configWarning', { message }]))
})
