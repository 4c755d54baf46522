import { isClaimed } from './app-registry.ts'
import { currentAuth } from './current-auth.ts'
import type { Vitrine } from './instance.ts'
import { configurationError, type VitrineOptions } from './options.ts'
import { differingOption, optionsAsData } from './options-as-data.ts'

/**
 * How long the frame stays after its last caller has left, in ms. React in StrictMode, a route that changes and code that is
 * loaded anew during development take an instance again right after that: a frame that went at once would load twice.
 */
const GRACE_MS = 200

/** The instance of an app that callers share. It lies on `globalThis`: a page may have the package twice. */
interface Shared {
  /**
   * @returns nothing where it has made room for another one
   * @throws VitrineError `configuration_error` that names an option that is another one
   */
  take(options: VitrineOptions): Vitrine | undefined
}
const page = globalThis as { [key: symbol]: Shared | undefined }

/**
 * The instance of the app: made by `make`, or the one that is there when the options are the same. They are when the same data
 * would reach the frame, in whatever order; functions are not compared, and of `customAuth` those of the latest call are
 * asked. The instance ends when `destroy()` was called as often as it was taken, `GRACE_MS` later; at once where it has failed, or
 * when its app is taken with other options.
 *
 * All callers hold one object, so that nobody can tell whose `destroy()` it was: each calls it once.
 *
 * @throws VitrineError `configuration_error` when callers of other options hold the app, or the script tag does
 */
export function shareInstance(options: VitrineOptions, make: (options: VitrineOptions) => Vitrine): Vitrine {
  const { appId } = options
  const key = Symbol.for(`vitrine:shared:${appId}`)
  const taken = page[key]?.take(options)
  if (taken) return taken
  if (isClaimed(appId))
    throw configurationError(
      `The script tag of this page has made an instance of ${appId}: use window.vitrine, or leave the tag out.`,
    )

  const auth = options.config?.customAuth && currentAuth(options.config.customAuth)
  const instance = make(auth ? { ...options, config: { ...options.config, customAuth: auth.auth } } : options)
  const data = optionsAsData(options)
  let holders = 1
  let grace: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(grace)
    // Another one may have come in its place.
    if (page[key] === shared) delete page[key]
    instance.destroy()
  }
  const handed = Object.freeze(
    Object.defineProperties({} as Vitrine, {
      ...Object.getOwnPropertyDescriptors(instance),
      destroy: {
        enumerable: true,
        value() {
          // Once more than it was taken is no more than that.
          if (holders === 0 || --holders > 0) return
          // Who tries again after a failure wants another frame.
          if (instance.state.error) end()
          else grace = setTimeout(end, GRACE_MS)
        },
      },
    }),
  )
  const shared: Shared = {
    take(asked) {
      const differing = differingOption(data, optionsAsData(asked))
      if (differing !== null && holders > 0)
        throw configurationError(
          `${appId} has an instance with another ${differing}. Give both the same options, or destroy() that one first.`,
        )
      if (holders === 0 && (differing !== null || instance.state.error)) {
        end()
        return undefined
      }
      clearTimeout(grace)
      holders++
      if (asked.config?.customAuth) auth?.use(asked.config.customAuth)
      return handed
    },
  }
  page[key] = shared
  return handed
}
