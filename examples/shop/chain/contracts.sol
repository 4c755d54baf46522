// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The demo shop's stablecoin: a plain ERC-20 (EIP-20). Whoever deployed it makes new coins, nobody else.
contract DemoDollar {
    string public constant name = "Demo Dollar";
    string public constant symbol = "DUSD";
    uint8 public constant decimals = 6;
    address public immutable issuer = msg.sender;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 value) external {
        require(msg.sender == issuer, "Only the issuer makes demo dollars");
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "Not allowed to spend so much");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "Not enough demo dollars");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A price that stands still, read as Chainlink's AggregatorV3Interface: dollars with eight decimals.
contract StillPrice {
    uint8 public constant decimals = 8;
    int256 private immutable answer;

    constructor(int256 price) {
        answer = price;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, block.timestamp, block.timestamp, 1);
    }
}
