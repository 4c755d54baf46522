/** The page of the benchmark: three ways to a signature over one message, each as an async function of the window. */
import { givePorts } from '@vitrine/shared/bridge/give-ports.ts'
import { connectFrame } from '@vitrine/shared/bridge/host.ts'
import { PROTOCOL_VERSION, SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** What `bench/local-signing.ts` calls in the page. */
export interface SigningPage {
  throughFrame(): Promise<unknown>
  viem(): Promise<unknown>
  webCrypto(): Promise<unknown>
}

const message = 'I agree to the terms of the Example shop.'
const walletOrigin = new URLSearchParams(location.search).get('wallet') ?? ''

const iframe = document.createElement('iframe')
iframe.src = `${walletOrigin}/frame.html?origin=${location.origin}`
document.body.append(iframe)
const connection = await new Promise<ReturnType<typeof connectFrame>>(resolve => {
  const opened = connectFrame({
    VitrineError,
    onConnect: () => resolve(opened),
    methods: {
      notify: () => {},
      customAccessToken: async () => null,
      navigate: async () => '',
      wallets: async () => null,
    },
    onLost: () => {},
  })
  givePorts({
    iframe,
    walletOrigin,
    signal: new AbortController().signal,
    mounts: [],
    onPort: opened.open,
    onLost: opened.drop,
    onRefused: () => {},
  })
})
await connection.call('hello', { protocol: PROTOCOL_VERSION, sdk: SDK_VERSION, features: [] })

const account = privateKeyToAccount(generatePrivateKey())
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
const bytes = new TextEncoder().encode(message)

Object.assign(window, {
  signing: {
    throughFrame: () => connection.call('signMessage', { message }),
    viem: () => account.signMessage({ message }),
    webCrypto: () => crypto.subtle.sign(algorithm, privateKey, bytes),
  } satisfies SigningPage,
})
