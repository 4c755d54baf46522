// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What the wallet uses of Multicall3 (its `aggregate3` and `getEthBalance`).
contract Multicall {
    struct Call {
        address target;
        bool allowFailure;
        bytes callData;
    }
    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory data) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            results[i] = Result(success, data);
        }
    }

    function getEthBalance(address who) external view returns (uint256) {
        return who.balance;
    }
}

/// A coin of 6 decimals that mints to whoever asks, and pieces that are whose it says.
contract Coin {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public ownerOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        move(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        move(msg.sender, to, value);
        return true;
    }

    /// Says that somebody paid who did not.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function give(uint256 id, address to) external {
        ownerOf[id] = to;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A price feed with Chainlink's interface that answers what it was told.
contract Feed {
    int256 private answer;
    uint256 private updatedAt;
    uint8 public decimals;

    function set(int256 answer_, uint256 updatedAt_, uint8 decimals_) external {
        (answer, updatedAt, decimals) = (answer_, updatedAt_, decimals_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, updatedAt, updatedAt, 1);
    }
}

/// A coin that does harm when it is asked for a balance.
contract HostileCoin {
    uint256 private mode;

    function behave(uint256 mode_) external {
        mode = mode_;
    }

    function balanceOf(address) external view returns (uint256) {
        if (mode == 0) revert("no");
        if (mode == 1) while (true) {}
        assembly {
            // Mode 2: a megabyte; mode 3: one byte.
            return(0, shl(mul(20, eq(sload(0), 2)), 1))
        }
    }
}
