import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createVitrine, type Vitrine, type VitrineError, type VitrineOptions } from '../index.ts'
import { type Client, createClient } from './client.ts'

const ClientContext = createContext<Client | null>(null)

/** @throws Error outside of a provider */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('There is no <VitrineProvider> above this component.')
  return client
}

/** Either the options of `createVitrine`, or an instance that you have made and will end yourself. */
export type VitrineProviderProps = { readonly children?: ReactNode } & (
  | (VitrineOptions & { readonly instance?: undefined })
  | ({ readonly instance: Vitrine } & WithoutOptions)
)
// By a required option, too, the compiler would take options that are spread for an instance's, and a `config` beside them for nothing.
type WithoutOptions = {
  readonly [Option in Exclude<keyof VitrineOptions, 'appId' | 'walletOrigin'>]?: undefined
}

/** Options by value: an object literal is another object in each render, and no reason for another frame. */
function keyOf({ config: { customAuth, ...config } = {}, ...options }: VitrineOptions): string {
  try {
    return JSON.stringify([options, config, !!customAuth])
  } catch {
    // A circle cannot be given to the frame, and `error` says so.
    return options.appId
  }
}

/**
 * Brings the wallet to the components below it. Give it the options of `createVitrine`, or an `instance`.
 *
 * The frame is loaded when the provider is mounted in a browser and ends with it; on a server nothing happens. Options are
 * compared by value, so they may be written in place; another value ends the instance and makes a new one, which finds the
 * session again. Of `config.customAuth`, whose functions have no value, always the latest are asked.
 *
 * @example
 * <VitrineProvider appId="app_123" walletOrigin="https://wallet.example">
 *   <App />
 * </VitrineProvider>
 */
export function VitrineProvider({ children, instance, ...rest }: VitrineProviderProps) {
  const options = rest as VitrineOptions
  const [client] = useState(createClient)
  const customAuth = options.config?.customAuth
  const key = instance ? '' : keyOf(options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the options by value.
  useEffect(() => {
    if (instance) return client.attach(instance)
    try {
      // StrictMode takes this back and does it again: the same options have the same frame.
      const vitrine = createVitrine(options)
      const end = client.attach(vitrine)
      return () => {
        end()
        vitrine.destroy()
      }
    } catch (error) {
      // Thrown from an effect it would take down the whole page, where no boundary stands above.
      console.error(error)
      client.fail(error as VitrineError)
    }
  }, [client, instance, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them says that somebody may have logged in or out.
  useEffect(() => {
    // Whoever asks for the instance brings the functions that it asks from then on.
    if (customAuth && client.snapshot().vitrine) createVitrine(options).destroy()
  }, [customAuth?.isLoading, customAuth?.getCustomAccessToken])

  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>
}
