/** The password of every demo account. */
export const PASSWORD = 'Huanji2026'

/** The people of the demo data, by their work. */
export const OWNER = '13800138000'
export const INSPECTOR = '13800138001'
export const SHIPPER = '13800138002'
export const MANAGER = '13800138003'
export const CLERK = '13800138005'
export const FINANCE = '13800138006'
/** Owns the second merchant. */
export const NEIGHBOUR = '13900139000'
/** Works for both merchants. */
export const BETWEEN_TWO = '13700137000'
/** The merchant that most journeys are at home with, and the one whose lists nobody else changes meanwhile. */
export const FIRST_MERCHANT = '焕新数码'
export const SECOND_MERCHANT = '二手好机'
