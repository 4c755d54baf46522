import type { SignClient } from '@walletconnect/sign-client'

type Logger = InstanceType<typeof SignClient>['logger']

const nothing = () => {}

/**
 * In the place of pino: WalletConnect logs keys and messages at its lower levels, holds all of it for a download that any code of
 * the page can start, and writes what a phone or the relay sent to the console.
 */
export const silentLogger = (): Logger => {
  const levels = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map(level => [level, nothing]),
  )
  return { ...levels, level: 'silent', child: silentLogger } as unknown as Logger
}
