import { createVitrine, type User, VitrineError } from '@vitrine/host-sdk'
import { createVitrineServer } from '@vitrine/host-sdk/node'
import { VitrineProvider } from '@vitrine/host-sdk/react'
import { vitrineConnector } from '@vitrine/host-sdk/wagmi'

const vitrine = createVitrine({ appId: 'app_1', walletOrigin: 'https://wallet.example' })
export const who = async (): Promise<User | null> => (await vitrine.login()).user

export const server = createVitrineServer({
  appId: 'app_1',
  appSecret: 'secret',
  walletOrigin: 'https://wallet.example',
})
export const isOurs = (error: unknown): boolean => error instanceof VitrineError
export const others = [VitrineProvider, vitrineConnector] as const

// @ts-expect-error: an app has an id
createVitrine({ walletOrigin: 'https://wallet.example' })
