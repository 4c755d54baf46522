import { answering, type VaultAnswer, VaultRefusal } from './refusal.ts'
import type { SetVault } from './set-vault.ts'

export type SetOperation = Exclude<keyof SetVault, 'lock'>
export interface SetCall<O extends SetOperation> {
  readonly args: Parameters<SetVault[O]>
  readonly result: Awaited<ReturnType<SetVault[O]>>
}

/** Performs an operation by its name, which came from outside: what the vault does not have itself is none. */
export function performSet<O extends SetOperation>(
  vault: SetVault,
  operation: O,
  args: SetCall<O>['args'],
): Promise<VaultAnswer<SetCall<O>['result']>> {
  type Perform = (...args: SetCall<O>['args']) => Promise<SetCall<O>['result']>
  return answering(async (): Promise<SetCall<O>['result']> => {
    // Object.hasOwn: `constructor` is no operation, and `lock` is the vault's own.
    if (!Object.hasOwn(vault, operation) || (operation as string) === 'lock')
      throw new VaultRefusal('unsupported-request')
    return await (vault[operation] as unknown as Perform)(...args)
  })()
}
