import { InputFault } from '../../components/form/input-fault.ts'

/** A file that cannot be read, with what to do. */
export class TableUnreadable extends InputFault {}
