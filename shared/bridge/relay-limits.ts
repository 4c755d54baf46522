/** Bytes of an icon's `data:` address. A larger one is left out. */
export const ICON_LIMIT = 65_536
/** Wallets that a page is heard of. */
export const WALLET_LIMIT = 64
/** Accounts of one wallet. */
export const ACCOUNT_LIMIT = 64
/** Characters of what a wallet says went wrong. */
export const MESSAGE_LIMIT = 300
/** Characters of a signature in hex: a contract wallet's holds calldata (ERC-6492). */
export const SIGNATURE_LIMIT = 32_768
