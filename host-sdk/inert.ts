import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { examine } from './doctor.ts'
import { createEthereum } from './ethereum.ts'
import { PASSED_METHODS, RARE_METHODS, type Vitrine } from './instance.ts'
import { checkOptions, type VitrineOptions } from './options.ts'
import { createStore } from './state.ts'

/** Methods that `Vitrine` has besides the two lists, and that no page is needed to refuse. */
const OTHERS = ['link', 'signMessage', 'signTypedData', 'signTransaction', 'sendTransaction'] as const

const refuse = async (): Promise<never> => {
  throw clientError('not_ready', 'There is no wallet on a server: call this in the page.')
}

type Refused = (typeof PASSED_METHODS | typeof RARE_METHODS | typeof OTHERS)[number]
const refused = Object.fromEntries(
  [...PASSED_METHODS, ...RARE_METHODS, ...OTHERS].map(name => [name, refuse]),
) as unknown as Readonly<Record<Refused, typeof refuse>>

/**
 * The instance of a server, which renders what a page shows before its wallet is there. Nothing ever happens to it: `state` is
 * what a page begins with, so that hydration finds the same; `ready` neither settles nor keeps the process alive, since a rejection
 * that a page's code leaves alone would end a Node server; methods reject with `not_ready`, requests of `ethereum` with 4900.
 *
 * @throws VitrineError `configuration_error` for options that would not work in the page either
 */
export function inertVitrine(options: VitrineOptions): Vitrine {
  checkOptions(options)
  const { provider: ethereum } = createEthereum(refuse, refuse)
  const nothing = () => {}
  const never = () => nothing
  return Object.freeze({
    ...refused,
    ready: new Promise<void>(nothing),
    state: createStore().get(),
    subscribe: never,
    on: never,
    doctor: () => examine(options, ethereum),
    ethereum,
    getEthereumProvider: async () => ethereum,
    solana: undefined,
    destroy: nothing,
  })
}
