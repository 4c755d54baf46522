import { revokeRequest } from '@vitrine/shared/api/delegation.ts'
import { isAdoption, requireOwnRequest } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { requireSealed, sealNext } from './list.ts'

/**
 * Ends delegations, as the device of their person signed. No way in and no second factor is proven again: to stop must be easy. What was ended this
 * process never performs again, whatever is put back in the database.
 * @throws SignerRefusal of `requireOwnRequest`; `invalid_seal` for a list that is another user's
 */
export function revokeDelegates(
  custody: Custody,
  { appId, userId, lists, device, authorization }: SignerRequest<'revokeDelegates'>,
): SignerResponse<'revokeDelegates'> {
  const asked = { appId, userId, device, authorization, path: '/wallets/revoke' }
  const signed = revokeRequest.safeParse(requireOwnRequest(custody, asked).body)
  if (!signed.success) throw new SignerRefusal('invalid_authorization', 'The signed body revokes nothing.')
  const { wallet_id: walletId, signer_id: signerId } = signed.data

  const own = lists.map(({ adoptionSeal = '', ...sealed }) => {
    const list = requireSealed(custody, sealed)
    const adoption = { appId, adopter: userId, adopted: list.userId }
    if (list.appId !== appId || (list.userId !== userId && !isAdoption(custody, adoption, adoptionSeal)))
      throw new SignerRefusal('invalid_seal', 'The delegations are another user’s.')
    return list
  })
  return {
    lists: own.map(list => {
      const isOfWallet = walletId === undefined || list.walletId === walletId
      const ends = ({ signerId: each }: { readonly signerId: string }) =>
        isOfWallet && (signerId === undefined || each === signerId)
      for (const each of list.delegations) if (ends(each)) custody.delegations.end(each)
      return sealNext(custody, { ...list, delegations: list.delegations.filter(each => !ends(each)) })
    }),
  }
}

/** Ends what a key was given with one wallet. The operator's own signer alone is asked. */
export function dropDelegate(
  custody: Custody,
  { signerId, ...sealed }: SignerRequest<'dropDelegate'>,
): SignerResponse<'dropDelegate'> {
  const list = requireSealed(custody, sealed)
  return sealNext(custody, {
    ...list,
    delegations: list.delegations.filter(each => each.signerId !== signerId),
  })
}
