// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire
internal import CBelfry

extension ContentInterface {
    /// Fills in the table of `belfry/view.h`.
    static func makeViewTable() -> UnsafePointer<bf_view_functions> {
        let table = UnsafeMutablePointer<bf_view_functions>.allocate(capacity: 1)
        unsafe table.initialize(to: bf_view_functions())
        unsafe table.pointee.size = UInt32(MemoryLayout<bf_view_functions>.size)
        unsafe fillTree(&table.pointee)
        unsafe fillSetting(&table.pointee)
        unsafe fillGetting(&table.pointee)
        unsafe fillLooks(&table.pointee)
        unsafe fillPlaces(&table.pointee)
        unsafe fillConstraints(&table.pointee)
        return unsafe UnsafePointer(table)
    }

    private static func fillTree(_ table: inout bf_view_functions) {
        unsafe table.root = { _ in bf_view(id: HostInterface.shared?.content?.views.root ?? 0) }
        unsafe table.create = { _, kind, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.views { views in
                views.create(kind).status { view in
                    unsafe out.pointee = bf_view(id: view)
                    return .ok
                }
            }
        }
        unsafe table.release = { _, view in ContentInterface.views { $0.release(view.id) } }
        unsafe table.insert = { _, parent, child, index in
            ContentInterface.views { $0.insert(child.id, into: parent.id, at: index) }
        }
        unsafe table.arrange = { _, stack, child, index in
            ContentInterface.views { $0.arrange(child.id, in: stack.id, at: index) }
        }
        unsafe table.disarrange = { _, stack, child in
            ContentInterface.views { $0.disarrange(child.id, in: stack.id) }
        }
        unsafe table.remove = { _, view in ContentInterface.views { $0.remove(view.id) } }
    }

    private static func fillSetting(_ table: inout bf_view_functions) {
        unsafe table.set_text = { _, view, key, value in
            let value = unsafe value.text(limit: ViewLimit.singleTextByteCount)
            return ContentInterface.views { views in
                value.status { views.set(view.id, key, text: $0) }
            }
        }
        unsafe table.set_integer = { _, view, key, value in
            ContentInterface.views { $0.set(view.id, key, integer: value) }
        }
        unsafe table.set_real = { _, view, key, value in
            ContentInterface.views { $0.set(view.id, key, real: value) }
        }
        unsafe table.clear = { _, view, key in ContentInterface.views { $0.clear(view.id, key) } }
    }

    private static func fillGetting(_ table: inout bf_view_functions) {
        unsafe table.get_text = { _, view, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.views { unsafe $0.text(view.id, key).lend(to: out) }
        }
        unsafe table.get_integer = { _, view, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.views { unsafe $0.integer(view.id, key).write(to: out) }
        }
        unsafe table.get_real = { _, view, key, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.views { unsafe $0.real(view.id, key).write(to: out) }
        }
    }

    private static func fillLooks(_ table: inout bf_view_functions) {
        unsafe table.set_runs = { _, view, runs, count in
            guard count <= UInt64(ViewLimit.runCount), unsafe runs != nil || count == 0 else {
                return Status.argument.code
            }
            let borrowed = unsafe UnsafeBufferPointer(start: runs, count: Int(count))
            let copied = unsafe borrowed.map { TextRun($0) }
            return ContentInterface.views { $0.set(view.id, runs: copied) }
        }
        unsafe table.set_image = { _, view, image in
            guard let content = HostInterface.shared?.content else { return Status.state.code }
            guard let image = unsafe image?.pointee else {
                return content.views.set(view.id, image: nil).code
            }
            return unsafe content.pictures.image(image)
                .status { content.views.set(view.id, image: $0) }.code
        }
        unsafe table.set_transform = { _, view, a, b, c, d, tx, ty in
            var transform = ViewTransform()
            transform.a = a
            transform.b = b
            transform.c = c
            transform.d = d
            transform.tx = tx
            transform.ty = ty
            return ContentInterface.views { [transform] in
                $0.set(view.id, transform: transform)
            }
        }
        unsafe table.on = { _, view, event, signature, handler, context in
            let address = handler.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
            let context = UInt(bitPattern: context)
            let letters =
                address == 0
                ? .success("") : unsafe signature.text(limit: EventHandler.parameterLimit)
            return ContentInterface.views { views in
                guard case .success(let letters) = letters else { return .argument }
                return views.on(
                    view.id,
                    event,
                    signature: letters,
                    handler: address,
                    context: context
                )
            }
        }
    }

    private static func fillPlaces(_ table: inout bf_view_functions) {
        unsafe table.set_frame = { _, view, x, y, width, height in
            let frame = ViewFrame(x: x, y: y, width: width, height: height)
            return ContentInterface.views { $0.set(view.id, frame: frame) }
        }
        unsafe table.get_frame = { _, view, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.views { views in
                views.frame(of: view.id).status { frame in
                    unsafe out[0] = frame.x
                    unsafe out[1] = frame.y
                    unsafe out[2] = frame.width
                    unsafe out[3] = frame.height
                    return .ok
                }
            }
        }
        unsafe table.measure = { _, view, size in
            guard let size = unsafe size else { return Status.argument.code }
            let limit = unsafe LayoutSize(width: size[0], height: size[1])
            return ContentInterface.views { views in
                views.measure(view.id, within: limit).status { measured in
                    unsafe size[0] = measured.width
                    unsafe size[1] = measured.height
                    return .ok
                }
            }
        }
        unsafe table.layout = { _ in ContentInterface.views { $0.layOut() } }
    }

    private static func fillConstraints(_ table: inout bf_view_functions) {
        unsafe table.constrain = { _, rule, out in
            guard let rule = unsafe rule?.pointee, let out = unsafe out else {
                return Status.argument.code
            }
            return ContentInterface.views { views in
                let made = views.constrain(rule.first.id, rule.second.id) { first, second in
                    LayoutConstraint(rule, between: first, and: second)
                }
                return made.status { constraint in
                    unsafe out.pointee = bf_constraint(id: constraint)
                    return .ok
                }
            }
        }
        unsafe table.set_constant = { _, constraint, constant in
            ContentInterface.views { $0.set(constraint.id, constant: constant) }
        }
        unsafe table.set_priority = { _, constraint, priority in
            ContentInterface.views { $0.set(constraint.id, priority: priority) }
        }
        unsafe table.unconstrain = { _, constraint in
            ContentInterface.views { $0.unconstrain(constraint.id) }
        }
    }
}

extension LayoutConstraint {
    /// A rule between views by number; nil for attributes or a relation that are none.
    fileprivate init?(_ rule: bf_constraint_rule, between first: UInt32, and second: UInt32?) {
        guard let firstAttribute = Attribute(rawValue: rule.first_attribute),
            let secondAttribute = Attribute(rawValue: rule.second_attribute),
            let relation = Relation(rawValue: rule.relation)
        else { return nil }
        self.init(
            first,
            firstAttribute,
            relation,
            to: second,
            secondAttribute,
            multiplier: rule.multiplier,
            constant: rule.constant,
            priority: rule.priority
        )
    }
}

extension TextRun {
    /// A copy of what an extension handed over; a place past what a text can have is none in any.
    fileprivate init(_ run: bf_text_run) {
        self.init(
            start: UInt32(clamping: run.start),
            count: UInt32(clamping: run.count),
            color: run.color,
            backgroundColor: run.background_color,
            fontSize: run.font_size,
            fontWeight: run.font_weight,
            flags: run.flags
        )
    }
}
