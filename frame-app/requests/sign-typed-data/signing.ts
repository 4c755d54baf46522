import type { LegacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'

/** The operation of the wallet's key that signs typed data: its version decides which. */
export const signingOf = (typedData: TypedData | LegacyTypedData) =>
  Array.isArray(typedData)
    ? ({ method: 'eth_signTypedData', params: { fields: typedData } } as const)
    : ({ method: 'eth_signTypedData_v4', params: { typed_data: typedData } } as const)
