// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wallet that is a contract, and signs by its owner's key (EIP-1271).
contract OwnedWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

/// Deploys such wallets where they were to be (ERC-6492).
contract WalletFactory {
    function deploy(address owner) external returns (address) {
        return address(new OwnedWallet{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes memory code = abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), keccak256(code))))));
    }
}
