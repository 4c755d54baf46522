/** Who may sign beside the person; for wallets at the server alone. */
export type AdditionalSigners = readonly { readonly signerId: string }[]
