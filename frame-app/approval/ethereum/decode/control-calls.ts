import { type ContractFunctionName, decodeFunctionData, isAddress, parseAbi } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action } from './action.ts'

/**
 * The functions that change who may act for a contract or an account: OpenZeppelin's Ownable, AccessControl and proxies, Safe's owners,
 * modules and guards (Safe contracts 1.3.0 to 1.5.0), and modules of ERC-7579.
 */
const CONTROL_ABI = parseAbi([
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'function setOwner(address owner)',
  'function grantRole(bytes32 role, address account)',
  'function beginDefaultAdminTransfer(address newAdmin)',
  'function changeAdmin(address newAdmin)',
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function swapOwner(address previous, address former, address next)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function installModule(uint256 moduleTypeId, address module, bytes initData)',
  'function uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)',
])

type Name = ContractFunctionName<typeof CONTROL_ABI>

/** Which argument gets control and which one loses it; and, in Safe's functions, how many owners have to sign from then on. */
const ARGUMENTS: Readonly<Record<Name, { adds?: number; removes?: number; threshold?: number }>> = {
  transferOwnership: { adds: 0 },
  renounceOwnership: {},
  setOwner: { adds: 0 },
  grantRole: { adds: 1 },
  beginDefaultAdminTransfer: { adds: 0 },
  changeAdmin: { adds: 0 },
  upgradeTo: { adds: 0 },
  upgradeToAndCall: { adds: 0 },
  addOwnerWithThreshold: { adds: 0, threshold: 1 },
  swapOwner: { removes: 1, adds: 2 },
  removeOwner: { removes: 1, threshold: 2 },
  changeThreshold: { threshold: 0 },
  enableModule: { adds: 0 },
  disableModule: { removes: 1 },
  setGuard: { adds: 0 },
  setModuleGuard: { adds: 0 },
  setFallbackHandler: { adds: 0 },
  installModule: { adds: 1 },
  uninstallModule: { removes: 1 },
}

/** A call that changes who controls the contract; `null` for another function. */
export function decodeControlCall(
  contract: Address,
  data: Hex,
): Extract<Action, { kind: 'change-control' }> | null {
  try {
    const call: { readonly functionName: Name; readonly args?: readonly unknown[] } = decodeFunctionData({
      abi: CONTROL_ABI,
      data,
    })
    const { adds, removes, threshold } = ARGUMENTS[call.functionName]
    const at = (place: number | undefined) => (place === undefined ? undefined : call.args?.[place])
    const number = at(threshold)
    return {
      kind: 'change-control',
      contract,
      name: call.functionName,
      added: addressOrNull(at(adds)),
      removed: addressOrNull(at(removes)),
      threshold: typeof number === 'bigint' ? number : null,
    }
  } catch {
    return null
  }
}

/** The zero address stands for none, as where a guard is taken away. */
const addressOrNull = (value: unknown): Address | null =>
  typeof value === 'string' && isAddress(value, { strict: false }) && !/^0x0{40}$/.test(value) ? value : null
