import { DEMO_CHAIN_ID } from '@vitrine/shared/chains/demo-chain.ts'
import { type Environment, isLoopback, optionalOrigin, SettingsError, url } from './settings-readers.ts'

/** Where Farcaster is (FIP-11). The mailer alone goes there. */
export interface FarcasterPlaces {
  /** By which an app of the person's hears of a login and answers it. */
  readonly relayUrl: string
  /** A node of OP Mainnet; its address may hold a key. */
  readonly rpcUrl: string
  /** The IdRegistry there, which knows by what address an account is held. */
  readonly idRegistry: `0x${string}`
  /** Where the relay may send people. */
  readonly hosts: readonly string[]
}

/** Nodes that say whether a contract signed. The mailer alone asks them; an address may hold a key. */
export interface WalletNodes {
  /** By chain id (EIP-155, decimal). */
  readonly urls: Readonly<Record<string, string>>
  /** For every other chain: takes its CAIP-2 id as `chainId`, and `projectId`; `null`: none is asked. */
  readonly providerUrl: string | null
  readonly projectId: string | null
}

export function readFarcaster(env: Environment): FarcasterPlaces {
  const idRegistry = env.VITRINE_FARCASTER_ID_REGISTRY || '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
  const hosts = (env.VITRINE_FARCASTER_HOSTS || 'farcaster.xyz warpcast.com').split(/[\s,]+/)
  if (!/^0x[\da-f]{40}$/i.test(idRegistry)) {
    throw new SettingsError(
      `VITRINE_FARCASTER_ID_REGISTRY is "${idRegistry}": write the address of the IdRegistry on OP Mainnet, or leave it out.`,
    )
  }
  const odd = hosts.find(host => !/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(host))
  if (odd !== undefined) {
    throw new SettingsError(
      `VITRINE_FARCASTER_HOSTS names "${odd}": write hosts such as farcaster.xyz, with spaces between.`,
    )
  }
  return {
    relayUrl:
      readNodeUrl(env, 'VITRINE_FARCASTER_RELAY_URL')?.replace(/\/$/, '') ?? 'https://relay.farcaster.xyz',
    rpcUrl: readNodeUrl(env, 'VITRINE_FARCASTER_RPC_URL') ?? 'https://mainnet.optimism.io',
    idRegistry: idRegistry as `0x${string}`,
    hosts,
  }
}

/** Who answers in their place says who holds an account: in the clear only on this machine. */
function readNodeUrl(env: Environment, name: string): string | null {
  const value = url(env, name, ['https:', 'http:'])
  return value === null ? null : requireNode(value, name)
}

export function readWalletNodes(env: Environment, development: boolean): WalletNodes {
  const name = 'VITRINE_WALLET_RPC_URLS'
  const projectId = env.VITRINE_WALLET_PROVIDER_PROJECT_ID || null
  if (projectId !== null && !/^[\w-]{1,128}$/.test(projectId)) {
    throw new SettingsError(
      'VITRINE_WALLET_PROVIDER_PROJECT_ID has more than letters, digits, - and _: copy it anew.',
    )
  }
  // The demo shop's chain: a contract signs there like anywhere.
  const demo = development ? optionalOrigin(env, 'VITRINE_DEMO_CHAIN_URL') : null
  return {
    urls: {
      ...(demo !== null && { [DEMO_CHAIN_ID]: demo }),
      ...Object.fromEntries(
        Object.entries(readChainUrls(env[name], name)).map(([chain, node]) => [
          chain,
          requireNode(node, `${name}, chain ${chain},`),
        ]),
      ),
    },
    providerUrl: readNodeUrl(env, 'VITRINE_WALLET_PROVIDER_RPC_URL'),
    projectId,
  }
}

/** The value is not repeated in the message: an address may hold a key. */
function readChainUrls(written: string | undefined, name: string): Record<string, string> {
  if (!written) return {}
  let urls: unknown
  try {
    urls = JSON.parse(written)
  } catch {
    urls = null
  }
  const isByChain =
    typeof urls === 'object' &&
    urls !== null &&
    !Array.isArray(urls) &&
    Object.entries(urls).every(([chain, node]) => /^[1-9]\d{0,15}$/.test(chain) && typeof node === 'string')
  if (isByChain) return urls as Record<string, string>
  throw new SettingsError(
    `${name} is no JSON object of chain ids and addresses: write {"1": "https://node.example"}.`,
  )
}

function requireNode(value: string, name: string): string {
  if (!URL.canParse(value)) throw new SettingsError(`${name} must be an https:// address.`)
  const { protocol, origin, username, password } = new URL(value)
  if ((protocol === 'https:' || isLoopback(origin)) && username === '' && password === '') return value
  throw new SettingsError(`${name} must be an https:// address without user name and password.`)
}
