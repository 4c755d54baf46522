/** A button of MetaMask's test dapp, and what follows when it is pressed. */
export interface Press {
  /** Its id, or its text where it has no id. */
  readonly button: string
  /** The values of the dapp's fields before the press, by their ids. `ACCOUNT` stands for the user's address. */
  readonly fields?: Readonly<Record<string, string>>
  /** The buttons of the wallet that the user presses, in order: one for each screen. */
  readonly user?: readonly ('Approve' | 'Reject' | 'Add')[]
  /** The requests that follow, each with its result or its error code. The reads of ethers are left out. */
  readonly answers?: readonly string[]
  /** The text that the dapp shows then, by the id of its element. */
  readonly shows?: Readonly<Record<string, string>>
  /** Whether it cannot be pressed, since the request before it was refused. */
  readonly isDisabled?: true
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const tenTimes = (method: string, result: string): Pick<Press, 'user' | 'answers'> => ({
  user: ['Approve', ...times(9, 'Reject' as const)],
  answers: [`${method} ${result}`, ...times(9, `${method} 4001`)],
})

/** Network items of the dapp's picker, whose chains the app does not have. */
const UNKNOWN_NETWORKS = [
  'Linea 0xe708',
  'Base Mainnet 0x2105',
  'Arbitrum One 0xa4b1',
  'Avalanche Network C-Chain 0xa86a',
  'Binance Smart Chain 0x38',
  'OP Mainnet 0xa',
  'Polygon Mainnet 0x89',
  'Sei Network 0x1a',
  'zkSync Era Mainnet 0x144',
  'HyperEVM 0x3e7',
  'MegaETH 0x10e6',
  'Monad 0x8f',
  'Tempo Mainnet (Presto) 0x1079',
  'Linea Sepolia 0xe705',
  'Mega Testnet 0x1a4',
  'Monad Testnet 0x1a5',
  'Tempo Testnet (Moderato) 0xa5bf',
]

/** They open MetaMask's own app or SDK, or WalletConnect, and ask the provider nothing. */
export const OTHER_WALLETS = [
  'walletConnect',
  'sdkConnect',
  '(Mobile) Send with Deeplink',
  '(Mobile) Transfer Tokens with Deeplink',
  '(Mobile) Approve Tokens with Deeplink',
  '(Mobile) Malicious Eth Transfer With Deeplink',
  '(Mobile) Malicious ERC20 Transfer With Deeplink',
  '(Mobile) Malicious ERC20 Approval With Deeplink',
]

const send = (button: string, more: Partial<Press> = {}): Press => ({
  button,
  user: ['Approve'],
  answers: ['eth_sendTransaction hash'],
  ...more,
})
const sign = (button: string, more: Partial<Press> = {}): Press => ({
  button,
  user: ['Approve'],
  answers: ['eth_signTypedData_v4 signature'],
  ...more,
})
const refused = (button: string, ...answers: string[]): Press => ({ button, answers })

const CONNECTIONS: readonly Press[] = [
  { button: 'connectButton', isDisabled: true, shows: { connectButton: 'Connected' } },
  { button: 'getAccounts', shows: { getAccountsResult: 'ACCOUNT' } },
  // As in MetaMask, nobody is asked again who is connected already.
  {
    button: 'requestPermissions',
    answers: ['wallet_requestPermissions [eth_accounts]'],
    shows: { permissionsResult: 'eth_accounts' },
  },
  {
    button: 'getPermissions',
    answers: ['wallet_getPermissions [eth_accounts]'],
    shows: { permissionsResult: 'eth_accounts' },
  },
  { button: 'openNetworkPicker' },
  ...UNKNOWN_NETWORKS.map(network => refused(network, 'wallet_switchEthereumChain 4902')),
  { button: '×' },
  {
    button: 'Sepolia 0xaa36a7',
    answers: ['wallet_switchEthereumChain null'],
    shows: { chainId: '0xaa36a7', network: '11155111' },
  },
  // The dapp forgets the wallet, since the page has no `window.ethereum`, and takes it up again.
  { button: 'useWindowProviderButton', shows: { accounts: '' } },
  { button: 'Use Vitrine', shows: { accounts: 'ACCOUNT', network: '11155111' } },
  send('mintSepoliaERC20'),
  {
    button: 'Ethereum Mainnet 0x1',
    answers: ['wallet_switchEthereumChain null'],
    shows: { chainId: '0x1', network: '1' },
  },
  // Unknown chains are refused on purpose: the operator's config names those that the wallet has.
  refused('addEthereumChain', 'wallet_addEthereumChain 4902'),
  refused('switchEthereumChain', 'wallet_switchEthereumChain 4902'),
  // The chain has no contracts of ENS.
  {
    button: 'ensSubmit',
    fields: { ensInput: 'vitalik.eth' },
    shows: { ensResult: 'Failed to resolve address' },
  },
  { button: 'revokeAccountsPermission', answers: ['wallet_revokePermissions null'], shows: { accounts: '' } },
]

const SIGNATURES: readonly Press[] = [
  { button: 'personalSign', user: ['Reject'], answers: ['personal_sign 4001'] },
  { button: 'personalSign', user: ['Approve'], answers: ['personal_sign signature'] },
  {
    button: 'personalSignVerify',
    answers: ['personal_ecRecover ACCOUNT'],
    // The dapp compares the address that its own library recovers, in lower case, with the account letter by letter. MetaMask
    // spells accounts in lower case; this wallet spells them with their checksum, as `personal_ecRecover` does.
    shows: { personalSignVerifySigUtilResult: '', personalSignVerifyECRecoverResult: 'ACCOUNT' },
  },
  sign('signTypedData', { user: ['Reject'], answers: ['eth_signTypedData 4001'] }),
  sign('signTypedData', { answers: ['eth_signTypedData signature'] }),
  { button: 'signTypedDataVerify', shows: { signTypedDataVerifyResult: 'ACCOUNT' } },
  sign('signTypedDataV3', { answers: ['eth_signTypedData_v3 signature'] }),
  { button: 'signTypedDataV3Verify', shows: { signTypedDataV3VerifyResult: 'ACCOUNT' } },
  sign('signTypedDataV4', { user: ['Reject'], answers: ['eth_signTypedData_v4 4001'] }),
  sign('signTypedDataV4'),
  { button: 'signTypedDataV4Verify', shows: { signTypedDataV4VerifyResult: 'ACCOUNT' } },
  sign('signPermit'),
  { button: 'signPermitVerify', shows: { signPermitVerifyResult: 'ACCOUNT' } },
  sign('signBlurOrder'),
  sign('signPermitSingle'),
  sign('signPermitBatch'),
  sign('signSeaportBulkOrder'),
  sign('maliciousPermit'),
  sign('maliciousPermitHexPaddedChain'),
  sign('maliciousTradeOrder'),
  sign('maliciousSeaport'),
  ...['siwe', 'siweResources', 'siweBadDomain', 'siweBadAccount', 'siweMalformed'].map(button =>
    sign(button, { answers: ['personal_sign signature'] }),
  ),
  sign('signExtraDataNotTyped'),
]

const REFUSED: readonly Press[] = [
  ...[
    'signInvalidType',
    'signEmptyDomain',
    'signInvalidPrimaryType',
    'signNoPrimaryTypeDefined',
    'signInvalidVerifyingContractType',
    // The dapp lists it among the ways around MetaMask's warnings. MetaMask refuses a decimal contract address by now, too.
    'maliciousPermitIntAddress',
  ].map(button => refused(button, 'eth_signTypedData_v4 -32602')),
  ...[
    'sendWithInvalidValue',
    'sendWithInvalidTxType',
    'sendWithInvalidRecipient',
    'sendWithInvalidGasLimit',
    'sendWithInvalidMaxFeePerGas',
    // The transaction type of Tempo is refused on purpose.
    'sendTempoBatchTx',
  ].map(button => refused(button, 'eth_sendTransaction -32602')),
  // `docs/embedding.md` says why these are refused on purpose.
  refused('ethSign', 'eth_sign 4200'),
  refused('getEncryptionKeyButton', 'eth_getEncryptionPublicKey 4200'),
  { button: 'encryptButton', isDisabled: true },
  { button: 'decryptButton', isDisabled: true },
]

const TRANSACTIONS: readonly Press[] = [
  send('sendButton', { user: ['Reject'], answers: ['eth_sendTransaction 4001'] }),
  send('sendButton'),
  send('sendEIP1559Button'),
  send('sendEIP1559WithoutGasButton'),
  send('deployButton', {
    user: ['Reject'],
    answers: ['eth_sendTransaction 4001'],
    shows: { contractStatus: 'Deployment Failed' },
  }),
  send('deployButton', { shows: { contractStatus: 'Deployed' } }),
  send('depositButton', { shows: { contractStatus: 'Deposit completed' } }),
  send('withdrawButton', { shows: { contractStatus: 'Withdrawn' } }),
  send('deployFailingButton', { shows: { failingContractStatus: 'Deployed' } }),
  // The screen says that it will fail; the user sends it all the same.
  send('sendFailingButton', {
    shows: { failingContractStatus: 'Failed transaction process completed as expected.' },
  }),
  send('deployMultisigButton', { shows: { multisigContractStatus: 'Deployed' } }),
  send('sendMultisigButton', { shows: { multisigContractStatus: 'Transaction completed as expected.' } }),
  send('sendHeavyHexDataButton'),
  send('submitForm', {
    fields: {
      toInput: '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb',
      amountInput: '0x1',
      gasInput: '0x2540be400',
    },
  }),
  send('maliciousRawEthButton'),
  send('maliciousSendWithOddHexData'),
  send('maliciousApproveERC20WithOddHexData'),
  send('maliciousSendWithoutHexPrefixValue'),
  send('maliciousERC20TransferButton'),
  send('maliciousApprovalButton'),
  send('maliciousSetApprovalForAll'),
  send('maliciousContractInteractionButton'),
  { button: 'resetConfigButton' },
  send('swapComparisonSwapButton', { shows: { swapStatus: 'Transaction sent!' } }),
]

const TOKENS: readonly Press[] = [
  send('createToken'),
  { button: 'watchAssets', user: ['Reject'], answers: ['wallet_watchAsset 4001'] },
  { button: 'watchAssets', user: ['Add'], answers: ['wallet_watchAsset true'] },
  send('transferTokens'),
  send('approveTokens'),
  send('increaseTokenAllowance'),
  {
    button: 'getAllowance',
    fields: { allowanceOwner: 'ACCOUNT', allowanceSpender: '0x9bc5baF874d2DA8D216aE9f137804184EE5AfEF4' },
    shows: { allowanceAmountResult: '8.0000' },
  },
  send('approveTokens', { fields: { approveTo: 'ACCOUNT' } }),
  send('transferFromTokens', {
    fields: {
      transferFromSenderInput: 'ACCOUNT',
      transferFromRecipientInput: '0x2f318C334780961FB129D2a6c30D0763d9a5C970',
    },
  }),
  send('transferTokensWithoutGas'),
  send('approveTokensWithoutGas'),
  // The fields are empty.
  refused('eip747WatchButton', 'wallet_watchAsset -32602'),
]

const COLLECTIBLES: readonly Press[] = [
  send('deployNFTsButton'),
  send('mintButton', { fields: { mintAmountInput: '2' }, shows: { nftsStatus: 'Mint completed' } }),
  { button: 'watchNFTButton', user: ['Add'], answers: ['wallet_watchAsset true'] },
  {
    button: 'watchNFTsButton',
    // The first of the two is in the wallet already.
    user: ['Reject'],
    answers: ['wallet_watchAsset true', 'wallet_watchAsset 4001'],
  },
  send('approveButton', { shows: { nftsStatus: 'Approve completed' } }),
  send('setApprovalForAllButton', { shows: { nftsStatus: 'Set Approval For All completed' } }),
  send('revokeButton', { shows: { nftsStatus: 'Revoke completed' } }),
  send('transferFromButton', { shows: { nftsStatus: 'Transfer From completed' } }),
  sign('sign721Permit'),
  // The dapp names no type of the domain. MetaMask then signs an empty domain, which binds the signature to no contract, and
  // the dapp verifies that. This wallet signs the domain that is there, as viem and ethers do.
  { button: 'sign721PermitVerify', shows: { sign721PermitVerifyResult: '' } },
  send('deployERC1155Button', { shows: { erc1155Status: 'Deployed' } }),
  send('batchMintButton', {
    fields: { batchMintTokenIds: '1, 2', batchMintIdAmounts: '5, 5' },
    shows: { erc1155Status: 'Batch Minting completed' },
  }),
  send('batchTransferFromButton', {
    fields: { batchTransferTokenIds: '1, 2', batchTransferTokenAmounts: '1, 1' },
    shows: { erc1155Status: 'Batch Transfer From completed' },
  }),
  send('setApprovalForAllERC1155Button', { shows: { erc1155Status: 'Set Approval For All completed' } }),
  send('revokeERC1155Button', { shows: { erc1155Status: 'Revoke completed' } }),
  { button: 'watchAssetButton', user: ['Add'], answers: ['wallet_watchAsset true'] },
]

const CALLS: readonly Press[] = [
  {
    button: 'eip5792GetCapabilitiesButton',
    answers: [
      'wallet_getCapabilities {"0x1":{"atomic":{"status":"unsupported"}},"0xaa36a7":{"atomic":{"status":"unsupported"}}}',
    ],
  },
  // The dapp always asks for atomic calls, which an account without code cannot make (EIP-5792, 5760).
  ...[
    'eip5792SendCallsButton',
    'eip5792SendCallsApprovalButton',
    'batchUsdcSwapExecuteButton',
    'ppomSendMaliciousEthButton',
    'ppomSendMaliciousERC20TransferButton',
    'ppomSendMaliciousERC20ApprovalButton',
    'ppomSendMaliciousSetApprovalForAllButton',
    'ppomSendMaliciousContractInteractionButton',
    'ppomSendThreeMaliciousTxsButton',
  ].map(button => refused(button, 'wallet_sendCalls 5760')),
  refused('eip5792SendCallsRequiredAssetsButton', 'wallet_sendCalls 5700'),
  { button: 'batchUsdcSwapCheckStatusButton', isDisabled: true },
  { button: 'batchUsdcSwapResetButton' },
  { button: 'ppomGetCallsStatusButton', isDisabled: true },
  {
    button: 'eip5792GetCallsStatusButton',
    fields: { eip5792RequestIdInput: '0x1' },
    answers: ['wallet_getCallsStatus 5730'],
  },
  { button: 'eip5792SendCallsEdit' },
  { button: 'eip5792AddCall' },
  { button: 'Remove Call' },
]

const MANY: readonly Press[] = [
  { button: 'sendEIP1559Batch', ...tenTimes('eth_sendTransaction', 'hash') },
  { button: 'signTypedDataV4Batch', ...tenTimes('eth_signTypedData_v4', 'signature') },
  { button: 'sendEIP1559Queue', ...tenTimes('eth_sendTransaction', 'hash') },
  { button: 'signTypedDataV4Queue', ...tenTimes('eth_signTypedData_v4', 'signature') },
]

/** Each button of the dapp and its answer, by the test that presses them in this order. */
export const TABLES: Readonly<Record<string, readonly Press[]>> = {
  'transactions and coins': [...TRANSACTIONS, ...TOKENS],
  'collectibles and ten requests at once': [...COLLECTIBLES, ...MANY],
  'connections, signatures, refusals and calls': [...SIGNATURES, ...REFUSED, ...CALLS, ...CONNECTIONS],
}
