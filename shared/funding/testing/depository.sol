// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Erc20 {
    function allowance(address owner, address spender) external view returns (uint256);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The deposit methods that Relay publishes, for tests. `plan` makes it a contract that was taken over: each deposit then makes one
/// more call with all rights of this address.
contract Depository {
    address private target;
    bytes private data;

    event RelayNativeDeposit(address from, uint256 amount, bytes32 id);
    event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id);

    function plan(address to, bytes calldata call) external {
        target = to;
        data = call;
    }

    function depositNative(address depositor, bytes32 id) external payable {
        emit RelayNativeDeposit(depositor, msg.value, id);
        act();
    }

    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) public {
        require(Erc20(token).transferFrom(msg.sender, address(this), amount), "No transfer");
        emit RelayErc20Deposit(depositor, token, amount, id);
        act();
    }

    function depositErc20(address depositor, address token, bytes32 id) external {
        depositErc20(depositor, token, Erc20(token).allowance(msg.sender, address(this)), id);
    }

    function act() private {
        if (target == address(0)) return;
        (bool done,) = target.call(data);
        require(done, "The plan failed");
    }
}

/// A token that mints to anybody. `tax` makes each transfer take more than it announces, `keepAllowance` leaves the allowance as it was,
/// and `announce` logs whatever it is told, as a token of another standard would.
contract Token {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 private taken;
    bool private isKept;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (!isKept) allowance[from][msg.sender] -= value;
        balanceOf[from] -= value + taken;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }

    function tax(uint256 value) external {
        taken = value;
    }

    function keepAllowance() external {
        isKept = true;
    }

    function announce(bytes32[4] calldata topics, uint256 count, bytes calldata data) external {
        bytes memory copy = data;
        assembly {
            let at := add(copy, 32)
            let size := mload(copy)
            switch count
            case 3 { log3(at, size, calldataload(topics), calldataload(add(topics, 32)), calldataload(add(topics, 64))) }
            default {
                log4(
                    at, size, calldataload(topics), calldataload(add(topics, 32)), calldataload(add(topics, 64)),
                    calldataload(add(topics, 96))
                )
            }
        }
    }
}
