import A
public func f(_ o: O) -> Double { get(o, Double.self) }
public func g(_ o: O) -> Float { get(o, Float.self) }
