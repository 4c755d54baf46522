import { createVitrine, type User, type Vitrine, VitrineError, type Wallet } from '@vitrine/host-sdk'

/** A page's code as a site writes it, for every entry a file: a test compiles them with the installed package alone. */
export const vitrine: Vitrine = createVitrine({
  appId: 'app_1',
  walletOrigin: 'https://wallet.example',
  config: { appearance: { theme: 'dark' }, loginMethods: ['email', 'passkey'] },
})

export async function signIn(): Promise<User> {
  await vitrine.ready
  const { user, isNewUser } = await vitrine.login({ prefill: { type: 'email', value: 'ann@mail.example' } })
  const fresh: boolean = isNewUser
  return fresh ? user : (vitrine.state.user ?? user)
}

export const addresses = (wallets: readonly Wallet[]): string[] => wallets.map(({ address }) => address)

export const off = vitrine.on('error', ({ code, message }) => console.error(code, message))

export async function sign(message: string): Promise<string | null> {
  try {
    const { signature } = await vitrine.signMessage({ message }, { uiOptions: { title: 'Halden' } })
    return signature
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'user_rejected') return null
    throw error
  }
}

// @ts-expect-error: no such way to log in
export const misspeltMethod = () => vitrine.link('emial')
// @ts-expect-error: it is `title`
export const misspeltWord = () => vitrine.signMessage({ message: 'Hi' }, { uiOptions: { titel: 'Halden' } })
// @ts-expect-error: it is `prefill`
export const misspeltOption = () => vitrine.login({ prefil: { type: 'email', value: '' } })
// @ts-expect-error: it is `walletOrigin`
export const misspeltOrigin = () => createVitrine({ appId: 'app_1', walletOrgin: 'https://wallet.example' })
// @ts-expect-error: no such event
export const misspeltEvent = () => vitrine.on('logn', () => {})
