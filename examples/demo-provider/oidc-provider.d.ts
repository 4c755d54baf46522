/** What the demo provider uses of the package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Interaction {
    readonly uid: string
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId: string }
  }
  interface KoaContext {
    readonly oidc: {
      readonly client?: { readonly clientId: string }
      readonly session?: { readonly accountId: string }
      readonly params?: Readonly<Record<string, unknown>>
    }
  }
  class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
  // biome-ignore lint/style/noDefaultExport: it is the package's.
  export default Provider
  export type { Grant, Interaction, KoaContext }
}

/** The class alone. The package's entry also warns on Node 20 that it is not supported, which no user can act on. */
declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Keeps everything in the memory of the process. */
  export function createMemoryAdapter(): (model: string) => object
}
