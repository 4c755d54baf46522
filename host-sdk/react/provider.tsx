import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { CustomAuth, Vitrine, VitrineError, VitrineOptions } from '../index.ts'
import { type Client, createClient } from './client.ts'
import { leaveInstance, takeInstance } from './instances.ts'

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
  | ({ readonly instance: Vitrine } & { readonly [Option in keyof VitrineOptions]?: undefined })
)

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
  const site = useRef(customAuth)
  const siteChanged = useRef(() => {})
  const key = instance ? '' : keyOf(options)

  useEffect(() => {
    site.current = customAuth
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the options by value.
  useEffect(() => {
    if (instance) return client.attach(instance)
    try {
      const vitrine = takeInstance(key, customAuth && site, followingSite(options, site, siteChanged))
      const end = client.attach(vitrine)
      return () => {
        end()
        leaveInstance({ key, owner: customAuth && site, vitrine })
      }
    } catch (error) {
      // Thrown from an effect it would take down the whole page, where no boundary stands above.
      console.error(error)
      client.fail(error as VitrineError)
    }
  }, [client, instance, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them says that somebody may have logged in or out.
  useEffect(() => siteChanged.current(), [customAuth?.isLoading, customAuth?.getCustomAccessToken])

  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>
}

type Ref<T> = { current: T }

/** The options with a `customAuth` that asks what the last render gave, not the one that the instance was made in. */
function followingSite(
  options: VitrineOptions,
  site: Ref<CustomAuth | undefined>,
  changed: Ref<() => void>,
): VitrineOptions {
  if (!site.current) return options
  const customAuth: CustomAuth = {
    get enabled() {
      return site.current?.enabled ?? !!site.current
    },
    get isLoading() {
      return !!site.current?.isLoading
    },
    getCustomAccessToken: () => site.current?.getCustomAccessToken() ?? null,
    subscribe(onChange) {
      changed.current = onChange
      return site.current?.subscribe?.(onChange) ?? (() => {})
    },
  }
  return { ...options, config: { ...options.config, customAuth } }
}
