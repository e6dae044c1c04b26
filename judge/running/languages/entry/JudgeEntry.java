import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Calls what the input asks for, and prints the answer where the program cannot.
 *
 * <p>The words are `Solution -1 twoSum(int[],int)`, the number being the place of the argument that is the answer,
 * or `LRUCache class LRUCache(int) get(int) put(int,int)`. Arguments are read as the types of the class's own
 * parameters, of which the words tell one of several methods of one name.
 */
public class JudgeEntry {
    private static String text;
    private static int at;

    public static void main(String[] words) throws Throwable {
        FileOutputStream answers = new FileOutputStream(FileDescriptor.out);
        boolean isMarked = isEmptyFile(answers.getChannel());
        if (isMarked) answers.write('?');
        System.setOut(System.err);
        text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        Class<?> kind = classOf(words[0]);
        List<String> wanted = Arrays.asList(words).subList(2, words.length);
        StringBuilder out = new StringBuilder();
        if (words[1].equals("class")) calls(kind, wanted, out);
        else call(kind, wanted.get(0), Integer.parseInt(words[1]), out);
        if (isMarked && answers.getChannel().size() == 1) answers.getChannel().truncate(0);
        answers.write(out.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Such a file gets a mark, which the answer replaces if nothing else is there. */
    private static boolean isEmptyFile(FileChannel channel) {
        try {
            return channel.position() == 0 && channel.size() == 0;
        } catch (IOException error) {
            return false;
        }
    }

    private static void call(Class<?> kind, String wanted, int changed, StringBuilder out) throws Throwable {
        Method method = (Method) among(methodsOf(kind), kind, wanted);
        Type[] types = method.getGenericParameterTypes();
        Object[] given = new Object[types.length];
        for (int i = 0; i < given.length; i++) given[i] = read(types[i]);
        expect(next() == '\0', "no more arguments");
        Object result = invoked(method, made(kind, "()", new Object[0]), given);
        if (changed < 0) print(out, method.getGenericReturnType(), result);
        else print(out, types[changed], given[changed]);
    }

    private static void calls(Class<?> kind, List<String> wanted, StringBuilder out) throws Throwable {
        String[] names = (String[]) read(String[].class);
        must('[');
        Executable constructor = constructorOf(kind, wanted.get(0));
        Object object = made(kind, wanted.get(0), arguments(constructor));
        out.append("[null");
        for (int i = 1; i < names.length; i++) {
            String start = names[i] + "(";
            String each = wanted.stream().skip(1).filter(one -> one.startsWith(start)).findFirst().orElseThrow();
            must(',');
            Method method = (Method) among(methodsOf(kind), kind, each);
            Object result = invoked(method, object, arguments(method));
            print(out.append(','), method.getGenericReturnType(), result);
        }
        must(']');
        expect(next() == '\0', "no more calls");
        out.append(']');
    }

    private static Object[] arguments(Executable called) throws Throwable {
        Type[] types = called.getGenericParameterTypes();
        Object[] given = new Object[types.length];
        must('[');
        for (int i = 0; i < given.length; i++) {
            if (i > 0) must(',');
            given[i] = read(types[i]);
        }
        must(']');
        return given;
    }

    // Classes and what they have

    private static Class<?> classOf(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException error) {
            throw failed("expected a class " + name + ", got none");
        }
    }

    private static List<Executable> methodsOf(Class<?> kind) {
        List<Executable> found = new ArrayList<>();
        for (Class<?> each = kind; each != Object.class && each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isSynthetic()) found.add(method);
            }
        }
        return found;
    }

    private static Executable constructorOf(Class<?> kind, String wanted) {
        return among(new ArrayList<>(Arrays.asList(kind.getDeclaredConstructors())), kind, wanted);
    }

    /** The one with these parameters, else the first with so many. */
    private static Executable among(List<Executable> all, Class<?> kind, String wanted) {
        String name = wanted.substring(0, wanted.indexOf('('));
        String types = wanted.substring(name.length() + 1, wanted.length() - 1);
        int count = types.isEmpty() ? 0 : types.split(",").length;
        Executable found = null;
        Set<String> there = new TreeSet<>();
        for (Executable each : all) {
            there.add(each.getName());
            if (!(each instanceof Constructor) && !each.getName().equals(name)) continue;
            if (each.getParameterCount() != count) continue;
            StringBuilder own = new StringBuilder();
            for (Class<?> type : each.getParameterTypes()) own.append(",").append(type.getSimpleName());
            if (found == null || own.toString().equals("," + types)) found = each;
        }
        if (found == null) {
            String place = name.isEmpty() || name.equals(kind.getName()) ? "a constructor" : "a method " + name;
            String with = count == 1 ? " with 1 parameter" : " with " + count + " parameters";
            String names = there.isEmpty() ? "nothing" : String.join(", ", there);
            throw failed("expected " + place + with + " in the class " + kind.getName() + ", got " + names);
        }
        found.setAccessible(true);
        return found;
    }

    private static Object made(Class<?> kind, String wanted, Object[] given) throws Throwable {
        try {
            return ((Constructor<?>) constructorOf(kind, wanted)).newInstance(given);
        } catch (InstantiationException error) {
            throw failed("expected a class " + kind.getName() + " that can be made, got an abstract one");
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    private static Object invoked(Method method, Object object, Object[] given) throws Throwable {
        try {
            return method.invoke(object, given);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    private static RuntimeException failed(String message) {
        System.err.println(message);
        System.exit(1);
        return null;
    }

    private static void expect(boolean met, String wanted) {
        if (!met) failed("expected " + wanted + " in the input of the class");
    }

    // From JSON

    private static char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean takes(char sign) {
        if (next() != sign) return false;
        at++;
        return true;
    }

    private static void must(char sign) {
        expect(takes(sign), "`" + sign + "`");
    }

    private static boolean takesWord(String word) {
        next();
        if (!text.startsWith(word, at)) return false;
        at += word.length();
        return true;
    }

    private static String number() {
        next();
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        return text.substring(start, at);
    }

    private static Object read(Type type) throws Throwable {
        if (type instanceof WildcardType) return read(((WildcardType) type).getUpperBounds()[0]);
        if (type instanceof ParameterizedType) {
            return items(((ParameterizedType) type).getActualTypeArguments()[0]);
        }
        if (type instanceof GenericArrayType) return array(((GenericArrayType) type).getGenericComponentType());
        Class<?> kind = (Class<?>) type;
        if (kind == List.class) return items(Object.class);
        if (kind == int[].class) return integers();
        if (kind.isArray()) return array(kind.getComponentType());
        if (kind == int.class || kind == Integer.class) return Integer.valueOf(number());
        if (kind == long.class || kind == Long.class) return Long.valueOf(number());
        if (kind == double.class || kind == Double.class) return Double.valueOf(number());
        if (kind == boolean.class || kind == Boolean.class) {
            boolean value = takesWord("true");
            expect(value || takesWord("false"), "true or false");
            return value;
        }
        if (kind == String.class) return string();
        if (kind == char.class || kind == Character.class) {
            String value = string();
            expect(value.length() == 1, "a string of one character");
            return value.charAt(0);
        }
        if (kind.getName().equals("ListNode")) return chain(kind);
        if (kind.getName().equals("TreeNode")) return tree(kind);
        throw failed("expected a type that the site has, got a parameter of " + kind.getName());
    }

    private static List<Object> items(Type type) throws Throwable {
        List<Object> found = new ArrayList<>();
        must('[');
        if (takes(']')) return found;
        do found.add(read(type));
        while (takes(','));
        must(']');
        return found;
    }

    private static Object array(Type type) throws Throwable {
        List<Object> found = items(type);
        Object made = Array.newInstance(rawOf(type), found.size());
        for (int i = 0; i < found.size(); i++) Array.set(made, i, found.get(i));
        return made;
    }

    private static Class<?> rawOf(Type type) {
        if (type instanceof ParameterizedType) return (Class<?>) ((ParameterizedType) type).getRawType();
        if (type instanceof Class) return (Class<?>) type;
        return Array.newInstance(rawOf(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
    }

    private static int[] integers() {
        int[] found = new int[8];
        int size = 0;
        must('[');
        if (takes(']')) return new int[0];
        do {
            if (size == found.length) found = Arrays.copyOf(found, 2 * size);
            found[size++] = Integer.parseInt(number());
        } while (takes(','));
        must(']');
        return Arrays.copyOf(found, size);
    }

    private static String string() {
        StringBuilder found = new StringBuilder();
        must('"');
        for (;;) {
            expect(at < text.length(), "the end of a string");
            char sign = text.charAt(at++);
            if (sign == '"') return found.toString();
            if (sign == '\\') {
                char escaped = text.charAt(at++);
                int place = "\"\\/bfnrt".indexOf(escaped);
                if (escaped == 'u') found.append((char) Integer.parseInt(text.substring(at, at += 4), 16));
                else expect(place >= 0, "an escape");
                if (place >= 0) found.append("\"\\/\b\f\n\r\t".charAt(place));
            } else {
                found.append(sign);
            }
        }
    }

    private static Object chain(Class<?> kind) throws Throwable {
        Object first = null;
        Object last = null;
        for (int value : integers()) {
            Object node = node(kind, value);
            if (first == null) first = node;
            else field(last, "next").set(last, node);
            last = node;
        }
        return first;
    }

    private static Object tree(Class<?> kind) throws Throwable {
        List<Object> queue = new ArrayList<>();
        must('[');
        if (takes(']')) return null;
        int place = -1;
        do {
            Object node = takesWord("null") ? null : node(kind, Integer.parseInt(number()));
            expect(place < 2 * queue.size(), "a parent of every node");
            if (node != null && place >= 0) {
                Object parent = queue.get(place / 2);
                field(parent, place % 2 == 0 ? "left" : "right").set(parent, node);
            }
            if (node != null) queue.add(node);
            place++;
        } while (takes(','));
        must(']');
        return queue.isEmpty() ? null : queue.get(0);
    }

    private static Object node(Class<?> kind, int value) throws Throwable {
        Constructor<?> constructor = kind.getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        return constructor.newInstance(value);
    }

    private static java.lang.reflect.Field field(Object node, String name) throws Throwable {
        java.lang.reflect.Field field = node.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    // To JSON

    private static void print(StringBuilder out, Type type, Object value) throws Throwable {
        Type inner = type;
        if (type instanceof ParameterizedType) inner = ((ParameterizedType) type).getActualTypeArguments()[0];
        else if (type instanceof GenericArrayType) inner = ((GenericArrayType) type).getGenericComponentType();
        else if (type instanceof Class && ((Class<?>) type).isArray()) inner = ((Class<?>) type).getComponentType();
        String name = value == null ? type.getTypeName() : value.getClass().getName();
        if (name.equals("ListNode")) {
            print(out, int[].class, valuesOf(value));
        } else if (name.equals("TreeNode")) {
            print(out, List.class, levelsOf(value));
        } else if (value instanceof String || value instanceof Character) {
            print(out, value.toString());
        } else if (value instanceof Collection) {
            String before = "[";
            for (Object each : (Collection<?>) value) {
                print(out.append(before), inner, each);
                before = ",";
            }
            out.append(before.equals("[") ? "[]" : "]");
        } else if (value != null && value.getClass().isArray()) {
            out.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                print(out.append(i == 0 ? "" : ","), inner, Array.get(value, i));
            }
            out.append(']');
        } else {
            out.append(value);
        }
    }

    private static void print(StringBuilder out, String value) {
        out.append('"');
        for (char sign : value.toCharArray()) {
            int place = "\"\\\b\f\n\r\t".indexOf(sign);
            if (place >= 0) out.append('\\').append("\"\\bfnrt".charAt(place));
            else if (sign < 32) out.append(String.format("\\u%04x", (int) sign));
            else out.append(sign);
        }
        out.append('"');
    }

    private static int[] valuesOf(Object node) throws Throwable {
        List<Integer> found = new ArrayList<>();
        Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
        for (; node != null; node = field(node, "next").get(node)) {
            if (!met.add(node)) throw failed("expected a list of nodes with an end, got one with a cycle");
            found.add((Integer) field(node, "val").get(node));
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<Object> levelsOf(Object root) throws Throwable {
        List<Object> queue = new ArrayList<>();
        queue.add(root);
        for (int i = 0; i < queue.size(); i++) {
            Object node = queue.get(i);
            if (node == null) continue;
            queue.add(field(node, "left").get(node));
            queue.add(field(node, "right").get(node));
        }
        while (!queue.isEmpty() && queue.get(queue.size() - 1) == null) queue.remove(queue.size() - 1);
        List<Object> found = new ArrayList<>();
        for (Object node : queue) found.add(node == null ? null : field(node, "val").get(node));
        return found;
    }
}
