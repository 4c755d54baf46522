// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wallet that is a contract (EIP-1271) and has one owner. Like those in use it signs for itself and for its chain alone: the
/// owner's key signs the hash together with the chain's id and the wallet's address.
contract Wallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 bound = keccak256(abi.encode(hash, block.chainid, address(this)));
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(bound, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address to, uint256 value, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner, "Not the owner");
        (bool success, bytes memory result) = to.call{value: value}(data);
        require(success, "The call failed");
        return result;
    }
}

/// Deploys a wallet at an address that is known before (CREATE2); once.
contract WalletFactory {
    function addressOf(address owner, bytes32 salt) public view returns (address) {
        bytes memory code = abi.encodePacked(type(Wallet).creationCode, abi.encode(owner));
        bytes32 digest = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(code)));
        return address(uint160(uint256(digest)));
    }

    function deploy(address owner, bytes32 salt) external returns (address wallet) {
        wallet = addressOf(owner, salt);
        if (wallet.code.length == 0) new Wallet{salt: salt}(owner);
    }
}
