/** Addresses of wallets, and calls that pay from one, as parts of patterns. */
export const ETHEREUM_ADDRESS = '0x[0-9a-fA-F]{40}'
export const BITCOIN_ADDRESS = 'bc1[0-9a-z]{25,60}'
export const TRON_ADDRESS = 'T[1-9A-HJ-NP-Za-km-z]{33}'
export const SOLANA_ADDRESS = '[1-9A-HJ-NP-Za-km-z]{32,44}'

/** Calls of wallet libraries that sign or send a transaction. */
export const TRANSACTION_CALLS =
  'sendTransaction|send_transaction|send_raw_transaction|signTransaction|sign_transaction|sendAndConfirmTransaction|SystemProgram\\.transfer|sendrawtransaction'
