import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** By the words that dapps' libraries look for: viem, wagmi and wallet-adapter the former, ethers 5 and web3.js "user denied". */
export const REJECTED = 'User rejected the request. The user denied it in the wallet.'

/** EIP-1193, 4001. */
export const rejectedByUser = () =>
  new VitrineError({
    type: 'client_error',
    code: 'user_rejected',
    message: REJECTED,
    data: { eipCode: 4001 },
  })
