import { configurationError } from './options.ts'

/**
 * A file of the wallet origin that the first script loads later, and its Subresource Integrity value: the browser runs no other
 * content. A tuple, since names of fields would be bytes of the first script.
 */
export type PinnedFile = readonly [file: string, integrity: string]

const HANDED_OVER = 'vitrine:part'

/** Trusted Types (W3C), as far as they are used here; Firefox and Safari came late to them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/**
 * Loads a part of the script and resolves with what it hands over. By an element and not by `import()`, which cannot be
 * given a hash: so the `integrity` of a site's tag, which has the first script, has its parts too. A file that does not
 * come is asked for once more: a connection that broke must not cost the page its wallet.
 *
 * @param nonce of the first script's tag, for a page whose Content Security Policy goes by nonces
 * @throws VitrineError `configuration_error`: the file did not come, or is another one; `message` names the directive of the page's policy
 */
export function loadPart<T>(walletOrigin: string, [file, integrity]: PinnedFile, nonce?: string): Promise<T> {
  const url = `${walletOrigin}/${file}`
  const load = () =>
    new Promise<T>((resolve, reject) => {
      const script = document.createElement('script')
      const fail = (directive: string) => {
        script.remove()
        reject(configurationError(`${url} did not load: CSP ${directive}?`))
      }
      script.addEventListener(HANDED_OVER, event => {
        script.remove()
        resolve((event as CustomEvent<T>).detail)
      })
      script.onerror = () => fail(`script-src ${walletOrigin}`)
      script.integrity = integrity
      // Anonymous: without CORS a browser may not compare the hash of another origin's file.
      script.crossOrigin = ''
      script.fetchPriority = 'high'
      if (nonce) script.nonce = nonce
      try {
        script.src = trusted(url)
        document.head.append(script)
      } catch {
        // The page requires Trusted Types and its `trusted-types` list lacks this name.
        fail('trusted-types vitrine')
      }
    })
  return load().catch(load)
}

/** One for all parts: a page's CSP may let a policy's name be taken only once (`trusted-types` without `'allow-duplicates'`). */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    policy ??= trustedTypes?.createPolicy('vitrine', { createScriptURL: it => it })
  } catch {
    // A page that has no place for our policy may yet take a plain address.
  }
  return policy?.createScriptURL(url) ?? url
}

/** In a part: hands it over to the script that loads it. */
export function handOver(part: object) {
  document.currentScript?.dispatchEvent(new CustomEvent(HANDED_OVER, { detail: part }))
}
