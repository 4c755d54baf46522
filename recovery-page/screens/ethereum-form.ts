import { BUILT_IN_CHAINS } from '@vitrine/shared/chains/defaults.ts'
import type { Keyring, PageWallet } from '../keys/keyring.ts'
import {
  ETHER_DECIMALS,
  type EthereumField,
  type EthereumTransfer,
  hasChecksum,
  highestFee,
  readEthereumTransfer,
  signEthereumTransfer,
} from '../transfer/ethereum-transfer.ts'
import { amountText } from '../transfer/field.ts'
import type { Words } from '../words/words.ts'
import type { TransferForm } from './transfer-screen.ts'

/** A tenth of a coin: no transfer of today costs as much, a wrong unit does. */
const HIGH_FEE = 10n ** BigInt(ETHER_DECIMALS - 1)

/** A transfer of a chain's own coin or of one token. */
export function ethereumForm(
  words: Words,
  keyring: Keyring,
  wallet: PageWallet,
): TransferForm<EthereumField, EthereumTransfer> {
  const said = words.send
  let typedTo = ''
  const chainOf = ({ chainId }: EthereumTransfer) => BUILT_IN_CHAINS.find(it => it.id === chainId)
  const coinOf = (transfer: EthereumTransfer) => {
    const chain = chainOf(transfer)
    return chain ? (chain.symbol ?? 'ETH') : said.coins
  }
  const sent = (transfer: EthereumTransfer) =>
    transfer.token
      ? `${amountText(transfer.amount, transfer.token.decimals)} ${said.tokenUnits}`
      : `${amountText(transfer.amount, ETHER_DECIMALS)} ${coinOf(transfer)}`
  return {
    coin: 'Ethereum',
    idLabel: said.hash,
    fields: [
      {
        name: 'chainId',
        label: said.chainId,
        value: '1',
        keys: 'numeric',
        known: BUILT_IN_CHAINS.map(({ id, name }) => [String(id), name]),
      },
      { name: 'to', label: said.to },
      { name: 'amount', label: said.amount, hint: said.amountHint, keys: 'decimal' },
      { name: 'token', label: said.token, hint: said.tokenHint },
      { name: 'decimals', label: said.decimals, keys: 'numeric' },
      { name: 'nonce', label: said.nonce, hint: said.nonceHint, keys: 'numeric' },
      { name: 'gasLimit', label: said.gasLimit, value: '21000', keys: 'numeric' },
      { name: 'maxFee', label: said.maxFee, hint: said.maxFeeHint, keys: 'decimal' },
      { name: 'priorityFee', label: said.priorityFee, value: '1', keys: 'decimal' },
    ],
    read(texts) {
      typedTo = texts.to.trim()
      return readEthereumTransfer(texts)
    },
    headline: transfer => said.sends(sent(transfer)),
    facts: transfer => [
      [said.to, transfer.to],
      [said.from, wallet.address],
      ...(transfer.token ? [[said.token, transfer.token.contract] as const] : []),
      [said.chain, `${chainOf(transfer)?.name ?? ''} ${transfer.chainId}`.trim()],
      [said.fee, `${amountText(highestFee(transfer), ETHER_DECIMALS)} ${coinOf(transfer)}`],
      [said.nonce, String(transfer.nonce)],
    ],
    warnings: transfer => [
      ...(hasChecksum(typedTo) ? [] : [words.warning.noChecksum]),
      ...(transfer.to === wallet.address ? [words.warning.toOneself] : []),
      ...(transfer.token ? [words.warning.tokenUnknown] : []),
      ...(highestFee(transfer) > HIGH_FEE ? [words.warning.highFee] : []),
    ],
    sign: transfer => keyring.withKey(wallet, key => signEthereumTransfer(key, transfer)),
  }
}
