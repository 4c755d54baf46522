import { createVitrineServer, type User, VitrineError } from '@vitrine/host-sdk/node'

const server = createVitrineServer({
  appId: 'app_1',
  appSecret: 'secret',
  walletOrigin: 'https://wallet.example',
})

export async function logIn(code: string): Promise<User | null> {
  try {
    const { user } = await server.redeemLoginCode(code)
    return user
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'invalid_credentials') return null
    throw error
  }
}

export async function ids(): Promise<string[]> {
  const found: string[] = []
  for await (const user of server.users.list()) found.push(user.id)
  return found
}

// @ts-expect-error: an email address is text
export const wrongType = () => server.users.search({ email: 1 })
