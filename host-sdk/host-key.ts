import { type HostKeyAnswer, type HostKeyCall, hostKeyMessage } from '@vitrine/shared/bridge/host-key.ts'
import { createStore, del, get, update } from 'idb-keyval'

const KEY = 'key'

/**
 * Answers the frame of an app by the page's key for that app: a P-256 key in IndexedDB on the page's own origin, which no script can
 * read out. The app and the origin are the page's own words, so that the key signs for no other app or site.
 *
 * @returns `null` where there is no key, and where the page can keep none
 */
export async function answerByHostKey(appId: string, call: HostKeyCall): Promise<HostKeyAnswer> {
  try {
    const store = createStore(`vitrine-${appId}`, 'keys')
    const { purpose, nonce, thumbprint } = call
    if (purpose === 'forget') await del(KEY, store)
    if (purpose === 'register' && !(await get(KEY, store))) {
      const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
      // Where two pages make one at once, the first one's stays.
      await update(KEY, kept => kept ?? made, store)
    }
    const key = await get<CryptoKeyPair>(KEY, store)
    if (!key) return null
    const message = hostKeyMessage({ purpose, appId, origin: location.origin, nonce, thumbprint })
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, message)
    const publicKey = await crypto.subtle.exportKey('spki', key.publicKey)
    return { publicKey: base64(publicKey), signature: base64(signature) }
  } catch {
    return null
  }
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
