// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CSystemd
internal import Glibc

/// Answers to calls.
extension BusMessage {
    /// Makes an answer without values to this call, which is not sent yet.
    ///
    /// - Returns: The answer.
    /// - Throws: SystemError for a message that is no call.
    borrowing func makeAnswer() throws(SystemError) -> BusMessage {
        let call = unsafe raw
        var made: OpaquePointer?
        try check("sd_bus_message_new_method_return") {
            unsafe sd_bus_message_new_method_return(call, &made)
        }
        guard let made = unsafe made else {
            throw SystemError(call: "sd_bus_message_new_method_return", errno: ENOMEM)
        }
        return unsafe BusMessage(owning: made)
    }

    /// Makes a refusal of this call, which is not sent yet.
    ///
    /// - Parameter refusal: The error's name and what it says.
    /// - Returns: The refusal.
    /// - Throws: SystemError for a message that is no call, and a name that the bus does not take.
    borrowing func makeRefusal(_ refusal: BusRefusal) throws(SystemError) -> BusMessage {
        let call = unsafe raw
        var made: OpaquePointer?
        try check("sd_bus_message_new_method_error") {
            unsafe refusal.name.withCString { name in
                unsafe refusal.text.withCString { text in
                    var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
                    return unsafe sd_bus_message_new_method_error(call, &made, &error)
                }
            }
        }
        guard let made = unsafe made else {
            throw SystemError(call: "sd_bus_message_new_method_error", errno: ENOMEM)
        }
        return unsafe BusMessage(owning: made)
    }
}
